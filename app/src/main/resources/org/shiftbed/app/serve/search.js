'use strict';
// A whole search: its members with their hyperparameters and what rules chose, and one chart a quantity with a curve of each member.
(function () {
  function shown(page, view, box, told) {
    var table = page.make('table'), head = page.make('tr'), body = page.make('tbody'), quantities = {};
    table.appendChild(page.make('caption', 'Members of the search'));
    ['member', 'state', 'chosen by', 'hyperparameters', 'trial'].forEach(function (name, i) {
      head.appendChild(page.make('th', name, i ? {scope: 'col', 'class': 'words'} : {scope: 'col'}));
    });
    table.appendChild(page.make('thead')).appendChild(head);
    told.members.forEach(function (one) {
      var row = page.make('tr'), name = 'member ' + one.member;
      row.appendChild(page.make('th', one.member, {scope: 'row'}));
      [one.state, one.chosen.join('; '), one.hparams, one.trial].forEach(function (text) {
        row.appendChild(page.make('td', text, {'class': 'words'}));
      });
      body.appendChild(row);
      one.curves.forEach(function (curve) {
        (quantities[curve.quantity] = quantities[curve.quantity] || [])
          .push({quantity: name, steps: curve.steps, values: curve.values});
      });
    });
    table.appendChild(body);
    box.replaceChildren(page.scroll(table, 'Members of the search'));
    // One search at a time, as one trial.
    Object.keys(view.charts).forEach(function (key) { if (key.indexOf('\nsearch ') === 0) { page.drop(view, key); } });
    Object.keys(quantities).forEach(function (quantity) {
      page.course(view, box, '\nsearch ' + quantity, quantity + ' of every member of the search', quantities[quantity], false);
    });
  }

  // page: functions of the page; view keeps its charts; below parent comes a button that asks for the search of a trial.
  window.shiftbedSearch = function (page, view, parent, study, trial) {
    var button = page.make('button', 'Every member of its search', {type: 'button'}), box = page.make('div');
    parent.appendChild(button);
    parent.appendChild(box);
    button.addEventListener('click', function () {
      page.fetched('/api/studies/' + study + '/trials/' + encodeURIComponent(trial) + '/search', function (told) { shown(page, view, box, told); });
    });
  };
})();
