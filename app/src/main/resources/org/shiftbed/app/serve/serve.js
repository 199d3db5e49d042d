'use strict';
// Everything that others wrote (names, causes, logs) is set as text, never as markup.
(function () {
  // Okabe and Ito's colours, told apart by colour-blind readers, for light and for dark; dashes tell them apart in grey.
  var LIGHT = ['#0072b2', '#d55e00', '#009e73', '#a0529c', '#1a1a1a', '#8a6d00', '#3b8fc2', '#6b6b6b'];
  var DARK = ['#56b4e9', '#f0a050', '#2fc79a', '#e29ad8', '#f0f0f0', '#e0c040', '#8cc4ff', '#b5b5b5'];
  var DASHES = ['solid', 'dashed', 'dotted'];
  var dark = window.matchMedia('(prefers-color-scheme: dark)');
  var shown = {}, chosen = null, latest = [];

  function byId(id) { return document.getElementById(id); }

  function make(tag, text, attributes) {
    var node = document.createElement(tag);
    if (text !== undefined && text !== null) { node.textContent = text; }
    Object.keys(attributes || {}).forEach(function (name) { node.setAttribute(name, attributes[name]); });
    return node;
  }

  // Only what differs is touched, so that a reader's place and selection stay.
  function put(node, text) { if (node.textContent !== String(text)) { node.textContent = text; } }

  function duration(seconds) {
    if (seconds < 0) { return 'not known yet'; }
    if (seconds < 60) { return seconds + ' s'; }
    if (seconds < 3600) { return Math.round(seconds / 60) + ' min'; }
    return Math.floor(seconds / 3600) + ' h ' + Math.round(seconds % 3600 / 60) + ' min';
  }

  function fetched(address, then) {
    fetch(address, {credentials: 'same-origin'}).then(function (answer) {
      if (!answer.ok) { throw new Error(answer.status); }
      return answer.json();
    }).then(then, function () { /* The next event asks again. */ });
  }

  function ended(counts) { return counts.done + counts.diverged; }

  function words(study) {
    if (study.mistake) { return study.mistake; }
    if (!study.read) { return 'reading'; }
    if (study.process >= 0) { return 'running'; }
    return ended(study.counts) + study.counts.refused >= study.counts.planned ? 'complete' : 'not running';
  }

  function overview(studies) {
    latest = studies;
    byId('none').hidden = studies.length > 0;
    if (chosen === null && studies.length) {
      chosen = {};
      var first = studies.filter(function (s) { return s.process >= 0; })[0] || studies[0];
      chosen[first.id] = true;
    }
    var body = byId('all').tBodies[0], ids = {};
    studies.forEach(function (study, index) {
      ids[study.id] = true;
      var row = document.getElementById('row-' + study.id) || overviewRow(study);
      if (body.rows[index] !== row) { body.insertBefore(row, body.rows[index] || null); }
      var c = study.counts || {planned: 0, done: 0, diverged: 0, running: 0, failed: 0}, cells = row.cells;
      row.querySelector('input').checked = Boolean(chosen[study.id]);
      put(cells[1].firstChild, study.name || study.place);
      put(cells[2], study.place);
      put(cells[3], words(study));
      put(cells[4], study.read ? ended(c) + ' of ' + c.planned : '');
      put(cells[5], study.read ? (study.process >= 0 ? study.running.length : 0) : '');
      put(cells[6], study.read ? c.failed : '');
      put(cells[7], study.read ? c.diverged : '');
      put(cells[8], study.process >= 0 ? duration(study.seconds_left) : '');
      if (chosen[study.id]) { update(study); }
    });
    Array.from(body.rows).forEach(function (row) { if (!ids[row.id.slice(4)]) { row.remove(); } });
    Object.keys(shown).forEach(function (id) { if (!ids[id] || !chosen[id]) { close(id); } });
    document.title = title(studies);
  }

  function title(studies) {
    var running = studies.filter(function (s) { return s.process >= 0; });
    if (!running.length) { return 'Studies: Shiftbed'; }
    var done = 0, planned = 0;
    running.forEach(function (s) { done += ended(s.counts); planned += s.counts.planned; });
    return done + ' of ' + planned + ': Shiftbed';
  }

  function overviewRow(study) {
    var row = make('tr', null, {id: 'row-' + study.id});
    for (var i = 0; i < 9; i++) { row.appendChild(make('td')); }
    row.cells[1].className = row.cells[2].className = row.cells[3].className = 'words';
    var box = make('input', null, {type: 'checkbox', 'aria-labelledby': 'name-' + study.id});
    box.addEventListener('change', function () {
      if (box.checked) { chosen[study.id] = true; } else { delete chosen[study.id]; }
      overview(latest);
    });
    row.cells[0].appendChild(box);
    row.cells[1].appendChild(make('span', '', {id: 'name-' + study.id}));
    return row;
  }

  function close(id) {
    Object.keys(shown[id].charts).forEach(function (key) { shown[id].charts[key].made.dispose(); });
    shown[id].node.remove();
    delete shown[id];
  }

  function section(parent, title, level) {
    var node = make('section');
    node.appendChild(make(level || 'h3', title));
    parent.appendChild(node);
    return node;
  }

  function open(study) {
    var node = make('article', null, {'class': 'study', id: 'study-' + study.id, 'aria-labelledby': 'title-' + study.id});
    node.appendChild(make('h2', '', {id: 'title-' + study.id}));
    var view = {node: node, version: -1, charts: {}, mistake: make('p', '', {'class': 'mistake', role: 'alert'}),
      bar: make('progress', null, {'aria-label': 'trials that ended'}), counts: make('p')};
    node.appendChild(view.mistake);
    node.appendChild(view.bar);
    node.appendChild(view.counts);
    view.running = section(node, 'Running now');
    view.runningTable = make('table');
    view.runningTable.appendChild(make('tbody'));
    view.runningTable.insertBefore(make('thead'), view.runningTable.firstChild);
    var head = make('tr');
    ['trial', 'updates', 'progress'].forEach(function (t) { head.appendChild(make('th', t, {scope: 'col'})); });
    view.runningTable.tHead.appendChild(head);
    view.running.appendChild(scroll(view.runningTable, 'Running trials'));
    view.courses = make('div');
    view.running.appendChild(view.courses);
    [['table', 'tables', 'Tables so far', 'div'], ['failure', 'failures', 'Failed and refused', 'div'], ['page', 'pages', 'Pages', 'ul'],
      ['warning', 'warnings', 'Oddities in the files', 'ul']].forEach(function (s) {
      view[s[1]] = section(node, s[2]);
      view[s[0] + 'Box'] = view[s[1]].appendChild(make(s[3]));
    });
    browser(study, view, section(node, 'All trials'));
    byId('studies').appendChild(node);
    shown[study.id] = view;
    return view;
  }

  function scroll(table, label) {
    var box = make('div', null, {'class': 'scroll', tabindex: '0', role: 'region', 'aria-label': label});
    box.appendChild(table);
    return box;
  }

  function update(study) {
    var view = shown[study.id] || open(study);
    put(view.node.firstChild, study.name || study.place);
    put(view.mistake, study.mistake || '');
    view.mistake.hidden = !study.mistake;
    if (!study.read) { put(view.counts, study.mistake ? '' : 'Reading its records'); return; }
    var c = study.counts;
    view.bar.max = Math.max(1, c.planned - c.refused);
    view.bar.value = ended(c);
    var parts = ['done', 'diverged', 'running', 'queued', 'failed', 'refused', 'missing'].filter(function (s) { return c[s] > 0; })
      .map(function (s) { return c[s] + ' ' + s; });
    put(view.counts, c.planned + ' trials: ' + parts.join(', ')
      + (study.process >= 0 ? '. Time left: ' + duration(study.seconds_left) : '. No run is at work here') + '.');
    view.running.hidden = study.running.length === 0;
    // Attempts of a run that was stopped lie there until the next run clears them.
    put(view.running.querySelector('h3'), study.process >= 0 ? 'Running now' : 'Left behind by a run that ended');
    var body = view.runningTable.tBodies[0], going = {};
    study.running.forEach(function (one, index) {
      going[one.attempt] = true;
      var row = body.rows[index];
      if (!row) {
        row = make('tr');
        for (var i = 0; i < 3; i++) { row.appendChild(make('td')); }
        row.cells[0].className = 'words';
        row.cells[2].appendChild(make('progress', null, {'aria-label': 'updates done'}));
        body.appendChild(row);
      }
      put(row.cells[0], one.words);
      put(row.cells[1], one.step < 0 ? 'starting' : one.step + ' of ' + one.updates);
      row.cells[2].firstChild.max = Math.max(1, one.updates);
      row.cells[2].firstChild.value = Math.max(0, one.step);
      if (view.charts[one.attempt]) { caption(view.charts[one.attempt], one.words); }
    });
    while (body.rows.length > study.running.length) { body.deleteRow(-1); }
    Object.keys(view.charts).forEach(function (key) {
      if (view.charts[key].live && !going[key]) { drop(view, key); }
    });
    if (view.version !== study.version) {
      view.version = study.version;
      fetched('/api/studies/' + study.id, function (all) { rarely(view, all); });
    }
  }

  function drop(view, key) {
    view.charts[key].made.dispose();
    view.charts[key].node.remove();
    delete view.charts[key];
  }

  function rarely(view, study) {
    if (!study.tables) { return; }
    view.tables.hidden = study.tables.length === 0;
    tables(view.tableBox, study.tables);
    view.failures.hidden = study.failures.length === 0;
    failures(view.failureBox, study);
    view.pages.hidden = study.pages.length === 0;
    replaceWhenNew(view.pageBox, study.pages, function (page) {
      var item = make('li');
      item.appendChild(make('a', page.place, {href: '/pages/' + study.id + '/' + page.id, target: '_blank', rel: 'noopener'}));
      return item;
    });
    view.warnings.hidden = study.warnings.length === 0;
    var more = study.more_warnings ? [study.more_warnings + ' more'] : [];
    replaceWhenNew(view.warningBox, study.warnings.concat(more), function (line) { return make('li', line); });
  }

  function replaceWhenNew(box, items, node) {
    var now = JSON.stringify(items);
    if (box.told === now) { return; }
    box.told = now;
    box.replaceChildren.apply(box, items.map(node));
  }

  function tables(box, all) {
    var shape = JSON.stringify(all.map(function (t) { return [t.title, t.columns, t.rows.length, t.notes]; }));
    if (box.told !== shape) {
      box.told = shape;
      box.replaceChildren.apply(box, all.map(table));
      return;
    }
    all.forEach(function (t, i) {
      var rows = box.children[i].querySelector('tbody').rows;
      t.rows.forEach(function (cells, r) { cells.forEach(function (text, c) { put(rows[r].cells[c], text); }); });
    });
  }

  function table(t) {
    var box = make('div'), node = make('table'), head = make('tr'), body = make('tbody');
    node.appendChild(make('caption', t.title));
    t.columns.forEach(function (c) { head.appendChild(make('th', c, {scope: 'col'})); });
    node.appendChild(make('thead')).appendChild(head);
    t.rows.forEach(function (cells) {
      var row = make('tr');
      cells.forEach(function (text, c) { row.appendChild(c ? make('td', text) : make('th', text, {scope: 'row'})); });
      body.appendChild(row);
    });
    node.appendChild(body);
    box.appendChild(scroll(node, t.title));
    t.notes.forEach(function (note) { box.appendChild(make('p', note, {'class': 'note'})); });
    return box;
  }

  function failures(box, study) {
    var items = study.failures.slice();
    if (study.more_failures) { items.push({more: study.more_failures}); }
    replaceWhenNew(box, items, function (one) {
      if (one.more) { return make('p', one.more + ' more; see all trials below.', {'class': 'note'}); }
      var node = make('div');
      node.appendChild(make('p', one.state + ': ' + one.words));
      node.appendChild(make('p', one.cause, {'class': 'mistake'}));
      if (one.state === 'failed') { node.appendChild(log(study.id, one.trial)); }
      return node;
    });
  }

  function log(study, trial) {
    var node = make('details'), text = make('pre', 'Reading', {tabindex: '0'});
    node.appendChild(make('summary', 'Log'));
    node.appendChild(text);
    node.addEventListener('toggle', function () {
      if (!node.open) { return; }
      fetch('/api/studies/' + study + '/trials/' + encodeURIComponent(trial) + '/log', {credentials: 'same-origin'})
        .then(function (answer) { return answer.text(); }).then(function (found) { text.textContent = found || 'It is empty.'; });
    });
    return node;
  }

  // Any trial of the study, fifty at a time.
  function browser(study, view, node) {
    var form = make('form'), box = make('tbody'), count = make('p', '', {'class': 'note', role: 'status'}), from = 0, detail = make('div');
    var text = make('input', null, {type: 'search', size: '24'}), state = make('select');
    ['', 'done', 'diverged', 'running', 'queued', 'failed', 'refused', 'missing'].forEach(function (s) {
      state.appendChild(make('option', s || 'any', {value: s}));
    });
    var labelled = function (words, field) {
      var label = make('label', words + ' ');
      label.appendChild(field);
      form.appendChild(label);
    };
    labelled('words', text);
    labelled('state', state);
    var buttons = [['Find', 0], ['Earlier', -50], ['Later', 50]].map(function (b) {
      var button = make('button', b[0], {type: b[1] ? 'button' : 'submit'});
      if (b[1]) { button.addEventListener('click', function () { ask(Math.max(0, from + b[1])); }); }
      form.appendChild(button);
      return button;
    });
    form.addEventListener('submit', function (event) { event.preventDefault(); ask(0); });
    var tableNode = make('table'), head = make('tr');
    ['trial', 'state', 'checkpoints', ''].forEach(function (t) { head.appendChild(make('th', t, {scope: 'col'})); });
    tableNode.appendChild(make('thead')).appendChild(head);
    tableNode.appendChild(box);
    var scrolled = scroll(tableNode, 'Trials found');
    scrolled.hidden = true;
    [form, count, scrolled, detail].forEach(function (n) { node.appendChild(n); });
    function ask(start) {
      fetched('/api/studies/' + study.id + '/trials?from=' + start + '&count=50&state=' + state.value + '&text=' + encodeURIComponent(text.value),
        function (found) {
          from = found.from;
          scrolled.hidden = found.trials.length === 0;
          put(count, found.found + ' found' + (found.trials.length ? ', ' + (from + 1) + ' to ' + (from + found.trials.length) : ''));
          buttons[1].disabled = from === 0;
          buttons[2].disabled = from + found.trials.length >= found.found;
          box.replaceChildren.apply(box, found.trials.map(function (one) {
            var row = make('tr'), button = make('button', 'Curves', {type: 'button', 'aria-label': 'Curves of ' + one.words});
            row.appendChild(make('td', one.words, {'class': 'words'}));
            row.appendChild(make('td', one.state));
            row.appendChild(make('td', one.records));
            row.appendChild(make('td')).appendChild(button);
            button.addEventListener('click', function () { look(one); });
            return row;
          }));
        });
    }
    function look(one) {
      fetched('/api/studies/' + study.id + '/trials/' + encodeURIComponent(one.trial), function (all) {
        Object.keys(view.charts).forEach(function (key) { if (key[0] === '\n') { drop(view, key); } });
        detail.replaceChildren(make('h3', all.words), make('p', 'Hyperparameters: ' + all.hparams, {'class': 'note'}));
        if (all.cause) { detail.appendChild(make('p', all.cause, {'class': 'mistake'})); }
        course(view, detail, '\nlooked', all.words, all.curves, false);
        window.shiftbedSearch({make: make, scroll: scroll, course: course, drop: drop, fetched: fetched}, view, detail, study.id, one.trial);
        detail.appendChild(log(study.id, one.trial));
        detail.scrollIntoView({block: 'nearest'});
      });
    }
  }

  function caption(chart, text) {
    put(chart.caption, text);
    chart.made.getDom().setAttribute('aria-label', 'Curves of ' + text);
  }

  function course(view, parent, key, text, curves, live) {
    var chart = view.charts[key];
    if (!chart) {
      var node = make('figure'), space = make('div', null, {'class': 'chart', role: 'img'});
      node.appendChild(space);
      parent.appendChild(node);
      chart = view.charts[key] = {node: node, live: live, made: echarts.init(space, null, {renderer: 'svg'}), caption: make('figcaption')};
      node.appendChild(chart.caption);
      chart.numbers = make('details');
      chart.numbers.appendChild(make('summary', 'Last values'));
      chart.numbers.appendChild(make('ul'));
      node.appendChild(chart.numbers);
    }
    caption(chart, text);
    chart.curves = curves;
    draw(chart);
    replaceWhenNew(chart.numbers.lastChild, curves.map(function (c) {
      var last = c.values[c.values.length - 1];
      return c.quantity + ' at step ' + c.steps[c.steps.length - 1] + ': ' + (last === null ? 'not finite' : Number(last).toPrecision(4));
    }), function (line) { return make('li', line); });
  }

  function draw(chart) {
    var ink = getComputedStyle(document.documentElement).getPropertyValue('--text').trim();
    var line = getComputedStyle(document.documentElement).getPropertyValue('--line').trim();
    var colours = dark.matches ? DARK : LIGHT, isLoss = function (c) { return /loss|nll|penalty/.test(c.quantity); };
    chart.made.setOption({
      animation: false, textStyle: {color: ink}, aria: {enabled: false},
      legend: {type: 'scroll', top: 0, left: 0, textStyle: {color: ink}, pageTextStyle: {color: ink}},
      grid: {left: 8, right: 8, top: 34, bottom: 26, containLabel: true},
      xAxis: {type: 'value', name: 'step', nameLocation: 'middle', nameGap: 24, max: 'dataMax', axisLabel: {color: ink, hideOverlap: true},
        nameTextStyle: {color: ink}, splitLine: {show: false}, axisLine: {lineStyle: {color: line}}},
      yAxis: [{type: 'value', scale: true, axisLabel: {color: ink}, splitLine: {lineStyle: {color: line}}},
        {type: 'value', scale: true, position: 'right', axisLabel: {color: ink}, splitLine: {show: false},
          show: chart.curves.some(isLoss) && !chart.curves.every(isLoss), name: 'loss', nameTextStyle: {color: ink}}],
      series: chart.curves.map(function (c, i) {
        return {name: c.quantity, type: 'line', symbol: 'circle', symbolSize: 5, connectNulls: false, yAxisIndex: isLoss(c) && !chart.curves.every(isLoss) ? 1 : 0,
          lineStyle: {type: DASHES[i % 3], width: 1.6, color: colours[i % 8]}, itemStyle: {color: colours[i % 8]},
          data: c.steps.map(function (s, k) { return [s, c.values[k]]; })};
      })
    }, true);
    chart.made.getDom().setAttribute('data-points', String(chart.curves.reduce(function (n, c) { return n + c.steps.length; }, 0)));
  }

  function courses(told) {
    var view = shown[told.study];
    kept[told.study] = kept[told.study] || {};
    told.trials.forEach(function (one) { kept[told.study][one.attempt] = one.curves; });
    if (view) { drawKept(told.study); }
  }

  // Curves that came before their study was opened.
  var kept = {};
  function drawKept(id) {
    var view = shown[id], study = latest.filter(function (s) { return s.id === id; })[0];
    if (!view || !study || !study.read) { return; }
    study.running.forEach(function (one) {
      var curves = (kept[id] || {})[one.attempt];
      if (curves && (!view.charts[one.attempt] || view.charts[one.attempt].curves !== curves)) {
        course(view, view.courses, one.attempt, one.words, curves, true);
      }
    });
    Object.keys(kept[id] || {}).forEach(function (attempt) {
      if (!study.running.some(function (one) { return one.attempt === attempt; })) { delete kept[id][attempt]; }
    });
  }

  function everyChart(work) {
    Object.keys(shown).forEach(function (id) {
      Object.keys(shown[id].charts).forEach(function (key) { work(shown[id].charts[key]); });
    });
  }

  window.addEventListener('resize', function () { everyChart(function (chart) { chart.made.resize(); }); });
  dark.addEventListener('change', function () { everyChart(draw); });

  function connected(yes) {
    var node = byId('connection');
    node.className = yes ? '' : 'lost';
    put(node, yes ? 'Live: changes appear by themselves' : 'The connection is lost; trying again');
  }

  var events = new EventSource('/api/events');
  events.onopen = function () { connected(true); };
  events.onerror = function () { connected(false); };
  events.addEventListener('overview', function (event) {
    overview(JSON.parse(event.data));
    Object.keys(shown).forEach(drawKept);
  });
  events.addEventListener('courses', function (event) { courses(JSON.parse(event.data)); });
})();
