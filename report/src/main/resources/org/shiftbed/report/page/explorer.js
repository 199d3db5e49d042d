'use strict';
(function () {
  var host = document.getElementById('explorer');
  if (!host) { return; }
  var data = JSON.parse(document.getElementById('explorer-data').textContent);
  var state = {rule: '0', dataset: '', shift: '', setting: '', strict: '', form: ''};

  function node(tag, text, attributes) {
    var made = document.createElement(tag);
    if (text !== undefined && text !== null) { made.textContent = text; }
    Object.keys(attributes || {}).forEach(function (name) { made.setAttribute(name, attributes[name]); });
    return made;
  }
  function distinct(values) { return values.filter(function (value, i) { return values.indexOf(value) === i; }); }
  function percent(value) { return (100 * value).toFixed(1); }
  var oneSet = distinct(data.places.map(function (p) { return p[0]; })).length < 2;
  var oneShift = distinct(data.places.map(function (p) { return p[1] + p[2]; })).length < 2;
  function inSet(place) {
    var shift = place[2] ? place[1] + ': ' + place[2] : place[1];
    return place[3] ? (state.shift || oneShift ? '' : shift + ', ') + place[3] : shift;
  }
  function label(place) { return (state.dataset || oneSet ? '' : place[0] + ', ') + inSet(place); }

  // Mean, standard error and count as in every other table of the page.
  function words(cell) {
    var count = cell[7] === cell[8] ? '(' + cell[7] + ')' : '(' + cell[7] + '/' + cell[8] + ')';
    var number = cell[3] === null ? '\u2013' : percent(cell[3]) + (cell[4] === null ? '' : ' \u00b1 ' + percent(cell[4]));
    return number + ' ' + count + (cell[9].length ? ', ' + cell[9].join(', ') : '');
  }

  function choose(bar, name, title, values) {
    var box = node('label', title + ' ');
    var select = node('select', null, {name: name});
    values.forEach(function (value) { select.appendChild(node('option', value[1], {value: value[0]})); });
    select.value = state[name];
    select.addEventListener('change', function () { state[name] = select.value; draw(); });
    box.appendChild(select);
    bar.appendChild(box);
  }
  function options(all, values) {
    return [['', all]].concat(distinct(values).map(function (value) { return [value, value]; }));
  }

  // Wilson's interval of one model's accuracy on its test rows.
  function wilson(share, rows) {
    var z = 1.959963984540054, shrink = 1 + z * z / rows, centre = share + z * z / (2 * rows);
    var half = z * Math.sqrt(share * (1 - share) / rows + z * z / (4 * rows * rows));
    return percent(Math.max(0, (centre - half) / shrink)) + ' to ' + percent(Math.min(1, (centre + half) / shrink));
  }

  var bar = node('form', null, {'class': 'filters', 'aria-label': 'What the table shows'});
  bar.addEventListener('submit', function (event) { event.preventDefault(); });
  var places = data.places, methods = data.methods;
  choose(bar, 'rule', 'Selection rule', data.rules.map(function (rule, i) {
    return [String(i), rule.name + (rule.valid ? '' : ' (not a valid benchmark)')];
  }));
  choose(bar, 'dataset', 'Data set', options('all', places.map(function (p) { return p[0]; })));
  choose(bar, 'shift', 'Shift', options('all', places.map(function (p) { return p[1]; })));
  if (places.some(function (p) { return p[2]; })) {
    choose(bar, 'setting', 'Setting', options('all', places.map(function (p) { return p[2]; }).filter(Boolean)));
  }
  choose(bar, 'strict', 'Layers', options('all', methods.map(function (m) { return m[2]; })).map(function (value) {
    return value[0] && value[0] !== 'fixed' ? [value[0], 'strict: ' + value[0]] : value;
  }));
  if (distinct(methods.map(function (m) { return m[1]; })).length > 1) {
    choose(bar, 'form', 'Form', options('all', methods.map(function (m) { return m[1]; })));
  }
  host.appendChild(bar);
  var count = node('p', null, {'class': 'note', role: 'status'});
  host.appendChild(count);
  var box = node('div', null, {'class': 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Cells that the filters leave'});
  host.appendChild(box);
  var behind = node('div', null, {'class': 'behind', 'aria-live': 'polite'});
  host.appendChild(behind);

  function shown(value, wanted) { return !wanted || value === wanted; }
  function draw() {
    behind.textContent = '';
    box.textContent = '';
    var rule = Number(state.rule);
    var cells = data.cells.filter(function (cell) {
      var p = places[cell[1]], m = methods[cell[2]];
      return cell[0] === rule && shown(p[0], state.dataset) && shown(p[1], state.shift) && shown(p[2], state.setting)
        && shown(m[2], state.strict) && shown(m[1], state.form);
    });
    var columns = distinct(cells.map(function (cell) { return cell[1]; })).sort(function (a, b) { return a - b; });
    var rows = distinct(cells.map(function (cell) { return cell[2]; })).sort(function (a, b) { return a - b; });
    var by = {};
    cells.forEach(function (cell) { by[cell[1] + ',' + cell[2]] = cell; });
    var chosen = data.rules[rule];
    count.textContent = cells.length + ' cells: test accuracy in per cent, mean \u00b1 standard error (runs), selection ' + chosen.name
      + (chosen.valid ? '.' : ', which reads labels of the test domain (' + chosen.queries + ' looks): not a valid benchmark.');
    var table = node('table');
    table.appendChild(node('caption', 'Test accuracy in per cent, selection ' + chosen.name
      + (chosen.valid ? '' : ', not a valid benchmark')));
    var head = node('tr');
    head.appendChild(node('th', 'algorithm', {scope: 'col'}));
    columns.forEach(function (i) { head.appendChild(node('th', label(places[i]), {scope: 'col'})); });
    table.appendChild(node('thead')).appendChild(head);
    var body = table.appendChild(node('tbody'));
    rows.forEach(function (m) {
      var row = body.appendChild(node('tr'));
      row.appendChild(node('th', methods[m][0], {scope: 'row'}));
      columns.forEach(function (p) {
        var cell = by[p + ',' + m];
        var place = row.appendChild(node('td', cell ? null : 'not planned', {'class': 'number'}));
        if (cell) {
          var button = node('button', words(cell), {type: 'button', 'aria-label':
            methods[m][0] + ', ' + label(places[p]) + ': ' + words(cell) + '. Show the trials behind it'});
          button.addEventListener('click', function () { open(cell); });
          place.appendChild(button);
        }
      });
    });
    box.appendChild(table);
    document.dispatchEvent(new CustomEvent('table-drawn', {detail: box}));
  }

  function open(cell) {
    behind.textContent = '';
    var place = places[cell[1]], method = methods[cell[2]];
    behind.appendChild(node('h3', method[0] + ', ' + place[0] + ', ' + inSet(place)));
    var interval = cell[5] === null ? 'One run says nothing of its own error.'
      : '95% t interval ' + percent(cell[5]) + ' to ' + percent(cell[6]) + '.';
    behind.appendChild(node('p', words(cell) + '. ' + (cell[3] === null ? 'No run has a number.' : interval)
      + ' Form ' + method[1] + ', ' + (method[2] === 'fixed' ? 'no layer strict' : 'strict: ' + method[2]) + '.'));
    if (!cell[10].length) { return; }
    var table = node('table');
    table.appendChild(node('caption', 'Chosen trials, accuracies in per cent'));
    var head = table.appendChild(node('thead')).appendChild(node('tr'));
    var tested = data.rows[cell[1]];
    ['seed', 'step', 'validation', 'test'].concat(tested ? ['95% of ' + tested + ' rows'] : [], ['trial', 'hyperparameters']).forEach(function (name) {
      head.appendChild(node('th', name, {scope: 'col'}));
    });
    var body = table.appendChild(node('tbody'));
    var left = false;
    cell[10].forEach(function (run) {
      var trial = data.trials[run[1]];
      left = left || trial.length < 2;
      var row = body.appendChild(node('tr'));
      row.appendChild(node('th', run[0], {scope: 'row'}));
      [run[2], typeof run[3] === 'number' ? percent(run[3]) : run[3], percent(run[4])].forEach(function (value) {
        row.appendChild(node('td', value, {'class': 'number'}));
      });
      if (tested) { row.appendChild(node('td', wilson(run[4], tested), {'class': 'number'})); }
      row.appendChild(node('td')).appendChild(node('code', trial[0]));
      row.appendChild(node('td', trial.length < 2 ? 'in trials.jsonl' : trial[1], {'class': 'text'}));
    });
    var scroll = behind.appendChild(node('div', null, {'class': 'scroll', tabindex: '0'}));
    scroll.appendChild(table);
    if (left) {
      behind.appendChild(node('p', 'This page is too small for all hyperparameters; trials.jsonl beside it has them.', {'class': 'note'}));
    }
    courses(cell);
    document.dispatchEvent(new CustomEvent('table-drawn', {detail: scroll}));
  }

  // One chart a quantity, one line a seed; the axis of each starts where its values do.
  function courses(cell) {
    var quantities = {};
    cell[10].forEach(function (run, index) {
      (data.courses[run[1]] || []).forEach(function (course) {
        (quantities[course[0]] = quantities[course[0]] || []).push({
          name: 'seed ' + run[0], type: 'line', showSymbol: true, symbolSize: 6, animation: false,
          color: window.shiftbed.colour(index), symbol: window.shiftbed.symbol(index),
          data: course[1].map(function (step, i) { return [step, typeof course[2][i] === 'number' ? course[2][i] : null]; })
        });
      });
    });
    var ink = window.shiftbed.TEXT, line = {lineStyle: {color: '#e4e4e4'}};
    Object.keys(quantities).forEach(function (quantity) {
      var figure = behind.appendChild(node('figure'));
      var chart = figure.appendChild(node('div', null, {'class': 'chart', role: 'img', 'aria-label': quantity + ' over training'}));
      figure.appendChild(node('figcaption', quantity + ' over training steps, the chosen trials of this cell'));
      chart.style.height = '14rem';
      echarts.init(chart, null, {renderer: 'svg'}).setOption({
        animation: false, backgroundColor: 'transparent', legend: {top: 0, textStyle: {color: ink}},
        grid: {left: 56, right: 16, top: 32, bottom: 32},
        xAxis: {type: 'value', name: 'step', nameLocation: 'middle', nameGap: 20, axisLabel: {color: ink}, nameTextStyle: {color: ink}, splitLine: line},
        yAxis: {type: 'value', scale: true, axisLabel: {color: ink}, splitLine: line}, series: quantities[quantity]
      });
    });
  }
  draw();
})();
