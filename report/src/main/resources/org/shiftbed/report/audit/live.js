'use strict';
// The live part: what the reader types becomes limits or a shift, and the quadratic model answers.
(function () {
  var holder = document.getElementById('live-data');
  if (!holder) { return; }
  var data = JSON.parse(holder.textContent);
  var count = data.labels.length, sign = data.larger ? 1 : -1;
  var model = new shiftbedQuadratic.Model(
    data.gradient.map(function (x) { return sign * x; }),
    shiftbedQuadratic.symmetric(data.hessian.map(function (x) { return sign * x; }), count),
    data.metric ? shiftbedQuadratic.symmetric(data.metric, count) : null, data.vector || null);
  var panel = byId('live-panel'), slider = byId('live-slider'), radius = byId('live-radius'), hand = byId('live-hand');
  var body = document.querySelector('#live-table tbody');
  var rows = data.labels.map(row), effects = data.effects.map(effect);
  var shown = new Float64Array(count), waiting = 0;

  function byId(id) { return document.getElementById(id); }

  function element(tag, className, text) {
    var node = document.createElement(tag);
    if (className) { node.className = className; }
    if (text !== undefined) { node.textContent = text; }
    return node;
  }

  function input(type, label) {
    var node = element('input');
    node.type = type;
    // Not of type number: those write a hyphen for minus, and the page writes a minus sign.
    if (type === 'text') { node.inputMode = 'decimal'; node.autocomplete = 'off'; }
    node.setAttribute('aria-label', label);
    return node;
  }

  function row(label, index) {
    var tr = element('tr'), name = element('th', '', label);
    name.scope = 'row';
    tr.appendChild(name);
    var one = {tr: tr, index: index, label: label.toLowerCase()};
    [['frozen', 'checkbox'], ['lower', 'text'], ['upper', 'text'], ['delta', 'text']].forEach(function (field) {
      one[field[0]] = input(field[1], field[0] + ' ' + label);
      one[field[0]].className = 'live-' + field[0];
      var td = element('td', field[1] === 'text' ? 'number' : '');
      td.appendChild(one[field[0]]);
      tr.appendChild(td);
    });
    one.adds = element('td', 'number');
    tr.appendChild(one.adds);
    var bar = element('td', 'bar');
    one.bar = element('i');
    bar.appendChild(one.bar);
    tr.appendChild(bar);
    body.appendChild(tr);
    return one;
  }

  function effect(one) {
    var tr = element('tr'), name = element('th', '', one.quantity);
    name.scope = 'row';
    tr.appendChild(name);
    tr.appendChild(element('td', 'number', figure(one.before)));
    var after = element('td', 'number');
    tr.appendChild(after);
    document.querySelector('#live-effects tbody').appendChild(tr);
    return {facts: one, cell: after};
  }

  function figure(value) {
    if (!isFinite(value)) { return '\u2013'; }
    var size = Math.abs(value);
    var text = value === 0 ? '0' : size < 0.001 || size >= 1e7 ? value.toExponential(2) : value.toFixed(size < 1000 ? 4 : 1);
    return text.replace(/^-/, '\u2212');
  }

  function change(value) { return (value > 0 ? '+' : '') + figure(value); }

  // What somebody typed, with a hyphen or a minus sign.
  function typed(node) { return Number(node.value.trim().replace(/\u2212/g, '-')); }

  function signed(value) { return String(value).replace(/^-/, '\u2212'); }

  // An empty field is no limit; neither is one that holds no number, which is marked.
  function limit(node, none) {
    var wrong = !isFinite(typed(node));
    node.setAttribute('aria-invalid', String(wrong));
    return node.value.trim() === '' || wrong ? none : typed(node);
  }

  function limits() {
    return {
      lower: rows.map(function (one) { return limit(one.lower, -Infinity); }),
      upper: rows.map(function (one) { return limit(one.upper, Infinity); }),
      frozen: rows.map(function (one) { return one.frozen.checked; })
    };
  }

  function reset() {
    rows.forEach(function (one) { one.frozen.checked = false; one.lower.value = one.upper.value = ''; });
    data.limits.forEach(function (one) {
      var target = rows[one.parameter];
      target.frozen.checked = !!one.frozen;
      if (one.lower !== undefined) { target.lower.value = signed(one.lower); }
      if (one.upper !== undefined) { target.upper.value = signed(one.upper); }
    });
    byId('live-worst').checked = true;
    byId('live-filter').value = '';
    radius.value = slider.value = data.start;
  }

  function size(d) { return Math.sqrt(Math.max(0, model.square(d))); }

  function answer() {
    if (hand.checked) {
      var own = Float64Array.from(rows, function (one) { return limit(one.delta, 0); });
      return {delta: own, what: 'Loss under your shift, of radius ' + figure(size(own)) + ':', proof: comparison(own)};
    }
    var reach = Number(radius.value);
    if (radius.value.trim() === '' || !isFinite(reach) || reach < 0) { return {problem: 'The radius must be a number of at least 0.'}; }
    var found = shiftbedLimits.worst(model, reach, limits());
    if (found.singular) { return {problem: 'The measure of size of this audit leaves a direction free; freeze parameters, or type a shift of your own.'}; }
    if (found.empty) { return {problem: 'No shift of this radius keeps to these limits. Raise the radius or widen a limit.'}; }
    if (found.unknown) { return {problem: 'The search found no shift that keeps to these limits; there may be one. Limit fewer parameters.'}; }
    return {delta: found.delta, what: 'Worst ' + data.title + (data.left
      ? ' within the limits of the list, without the linear limits of the audit, which are not applied here:' : ' within the limits:'), proof: proof(found), exact: found.exact};
  }

  function comparison(own) {
    var found = shiftbedLimits.worst(model, size(own), limits());
    return 'A value of the quadratic model, without interval.' + (found.delta
      ? ' The worst shift of that radius within the limits would give ' + figure(data.mean + sign * found.gain) + '.' : '');
  }

  function proof(found) {
    var text = found.exact
      ? 'Exact for the quadratic model: no shift within ' + (data.left ? 'the limits of the list' : 'these limits') + ' is worse.'
      : 'Found by search, not certified: ' + (isFinite(found.bound)
        ? 'the worst lies between this value and ' + figure(data.mean + sign * found.bound) + '.' : 'there may be a worse one.');
    if (found.others.length) { text += ' Another shift is just as bad.'; }
    return text + ' A value of the quadratic model, without interval.';
  }

  function outside(value) {
    return (data.minimum !== undefined && value < data.minimum) || (data.maximum !== undefined && value > data.maximum);
  }

  function show(found) {
    var value = byId('live-value'), problem = found.problem || '';
    panel.setAttribute('data-exact', found.exact === undefined ? '' : String(found.exact));
    if (problem) {
      byId('live-what').textContent = problem;
      value.textContent = byId('live-change').textContent = byId('live-proof').textContent = '';
      value.removeAttribute('data-value');
      return;
    }
    shown = found.delta;
    var loss = data.mean + sign * model.value(shown);
    byId('live-what').textContent = found.what;
    value.textContent = figure(loss);
    value.setAttribute('data-value', String(loss));
    byId('live-change').textContent = '(' + change(loss - data.mean) + ' against ' + figure(data.mean) + ' without a shift)'
      + (outside(loss) ? ' \u2013 outside of what the loss can be: the model is stretched too far.' : '');
    byId('live-proof').textContent = found.proof;
    showParameters();
    showEffects();
  }

  function showParameters() {
    var adds = model.contributions(shown).map(function (x) { return sign * x; });
    var most = Math.max.apply(null, adds.map(Math.abs));
    rows.forEach(function (one, k) {
      one.tr.setAttribute('data-delta', String(shown[k]));
      one.tr.setAttribute('data-adds', String(adds[k]));
      if (!hand.checked) { one.delta.value = signed(Number(shown[k].toPrecision(4))); }
      one.delta.readOnly = !hand.checked;
      one.adds.textContent = change(adds[k]);
      one.bar.className = adds[k] * sign > 0 ? 'worse' : 'better';
      one.bar.style.width = (most > 0 ? Math.round(100 * Math.abs(adds[k]) / most) : 0) + '%';
      one.size = Math.abs(adds[k]);
    });
    // A row that is being typed in must not jump away.
    if (!body.contains(document.activeElement)) { arrange(); }
  }

  function arrange() {
    var words = byId('live-filter').value.trim().toLowerCase();
    var order = rows.slice();
    if (byId('live-sort').checked) { order.sort(function (a, b) { return b.size - a.size || a.index - b.index; }); }
    order.forEach(function (one) {
      one.tr.hidden = words !== '' && one.label.indexOf(words) < 0;
      body.appendChild(one.tr);
    });
  }

  function showEffects() {
    var sums = {};
    effects.forEach(function (one) {
      var facts = one.facts, s = 0;
      facts.terms.forEach(function (term) { s += term[1] * shown[term[0]]; });
      one.weight = facts.before * Math.exp(s);
      var sum = sums[facts.group] = sums[facts.group] || {before: 0, after: 0};
      sum.before += facts.before;
      sum.after += one.weight;
    });
    effects.forEach(function (one) {
      var facts = one.facts, sum = sums[facts.group];
      // Levels that are not listed keep their weight.
      var rest = facts.categorical ? Math.max(0, 1 - sum.before) + sum.after : 1 - facts.before + one.weight;
      var after = one.weight === Infinity ? 1 : one.weight / rest;
      one.cell.textContent = figure(after);
      one.cell.setAttribute('data-value', String(after));
    });
  }

  function compute() {
    panel.setAttribute('data-state', 'busy');
    show(answer());
    panel.setAttribute('data-state', 'ready');
  }

  // Several events of one moment are answered once, after the page was drawn.
  function later() {
    panel.setAttribute('data-state', 'busy');
    clearTimeout(waiting);
    waiting = setTimeout(compute, 15);
  }

  function found() { return rows.filter(function (one) { return !one.tr.hidden; }); }

  slider.addEventListener('input', function () { radius.value = Number(Number(slider.value).toPrecision(4)); later(); });
  radius.addEventListener('input', function () { slider.value = radius.value; later(); });
  body.addEventListener('input', later);
  body.addEventListener('change', later);
  body.addEventListener('focusout', function () { setTimeout(function () { if (!body.contains(document.activeElement)) { arrange(); } }, 0); });
  document.querySelectorAll('[name=live-mode]').forEach(function (node) { node.addEventListener('change', later); });
  byId('live-filter').addEventListener('input', arrange);
  byId('live-sort').addEventListener('change', arrange);
  byId('live-freeze').addEventListener('click', function () { found().forEach(function (one) { one.frozen.checked = true; }); later(); });
  byId('live-free').addEventListener('click', function () {
    found().forEach(function (one) { one.frozen.checked = false; one.lower.value = one.upper.value = ''; });
    later();
  });
  byId('live-reset').addEventListener('click', function () { reset(); later(); });
  if (!effects.length) { byId('live-effects').hidden = true; }
  reset();
  later();
})();
