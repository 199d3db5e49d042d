'use strict';
(function () {
  // Every table can be taken along: what is seen, as LaTeX, Markdown or CSV.
  function texts(table) {
    return Array.prototype.map.call(table.querySelectorAll('tr'), function (row) {
      return Array.prototype.map.call(row.children, function (cell) { return cell.textContent.trim(); });
    });
  }
  var TEX = {'\\': '\\textbackslash{}', '{': '\\{', '}': '\\}', '$': '\\$', '&': '\\&', '#': '\\#', '%': '\\%', '_': '\\_',
    '^': '\\textasciicircum{}', '~': '\\textasciitilde{}', '\u00b1': '$\\pm$', '\u2212': '$-$', '\u2013': '--'};
  function tex(text) { return text.replace(/[\\{}$&#%_^~\u00b1\u2212\u2013]/g, function (c) { return TEX[c]; }); }
  var FORMATS = {
    LaTeX: function (rows) {
      var lines = rows.map(function (row) { return row.map(tex).join(' & ') + ' \\\\'; });
      return '\\begin{tabular}{l' + new Array(rows[0].length).join('r') + '}\n\\hline\n' + lines[0] + '\n\\hline\n'
        + lines.slice(1).join('\n') + '\n\\hline\n\\end{tabular}\n';
    },
    Markdown: function (rows) {
      var lines = rows.map(function (row) {
        return '| ' + row.map(function (text) { return text.replace(/\\/g, '\\\\').replace(/\|/g, '\\|'); }).join(' | ') + ' |';
      });
      return lines[0] + '\n|' + rows[0].map(function (_, i) { return i ? ' ---: |' : ' :--- |'; }).join('') + '\n'
        + lines.slice(1).join('\n') + '\n';
    },
    CSV: function (rows) {
      return rows.map(function (row) {
        return row.map(function (text) { return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text; }).join(',');
      }).join('\n') + '\n';
    }
  };

  // A page opened from a folder may be refused the clipboard; a selection is not.
  function put(text, done) {
    function selected() {
      var area = document.createElement('textarea');
      area.value = text;
      area.style.position = 'fixed';
      area.style.opacity = '0';
      document.body.appendChild(area);
      area.select();
      var right = document.execCommand('copy');
      area.remove();
      done(right);
    }
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(text).then(function () { done(true); }, selected);
    } else {
      selected();
    }
  }

  function add(scroll) {
    var table = scroll.querySelector('table');
    var before = scroll.previousElementSibling;
    if (before && before.classList.contains('copy')) { before.remove(); }
    if (!table || table.rows.length < 2) { return; }
    var bar = document.createElement('div');
    bar.className = 'copy';
    var said = document.createElement('span');
    said.setAttribute('role', 'status');
    Object.keys(FORMATS).forEach(function (name) {
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Copy as ' + name;
      var caption = table.querySelector('caption');
      button.setAttribute('aria-label', 'Copy as ' + name + (caption ? ': ' + caption.textContent : ''));
      button.addEventListener('click', function () {
        var text = FORMATS[name](texts(table));
        bar.dataset.copied = text;
        put(text, function (right) { said.textContent = right ? 'copied' : 'this browser does not let pages copy'; });
      });
      bar.appendChild(button);
    });
    bar.appendChild(said);
    scroll.parentNode.insertBefore(bar, scroll);
  }
  document.addEventListener('table-drawn', function (event) { add(event.detail); });
  document.querySelectorAll('main .scroll').forEach(add);
})();
