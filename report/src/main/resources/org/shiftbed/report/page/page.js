'use strict';
(function () {
  // Okabe and Ito's colours, told apart by colour-blind readers; the symbol and the dash tell them apart in grey.
  var COLOURS = ['#1a1a1a', '#d55e00', '#0072b2', '#009e73', '#a0529c', '#8a6d00', '#3b8fc2', '#6b6b6b'];
  var SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'path://M0,0L10,0L5,10Z'];
  var DASHES = ['solid', 'dashed', 'dotted'];
  var TEXT = '#1a1a1a';
  var FONT = getComputedStyle(document.body).fontFamily;
  var charts = [];

  function colour(i) { return COLOURS[i % COLOURS.length]; }
  // One symbol on with every round of colours: forty methods have forty looks.
  function symbol(i) { return SYMBOLS[(i + Math.floor(i / COLOURS.length)) % SYMBOLS.length]; }
  function escaped(text) {
    var node = document.createElement('span');
    node.textContent = text;
    return node.innerHTML;
  }

  function marker(kind, x, y, r, style) {
    if (kind === 'circle') { return {type: 'circle', shape: {cx: x, cy: y, r: r}, style: style}; }
    if (kind === 'rect') { return {type: 'rect', shape: {x: x - r, y: y - r, width: 2 * r, height: 2 * r}, style: style}; }
    var points = kind === 'triangle'
      ? [[x, y - 1.2 * r], [x + 1.1 * r, y + r], [x - 1.1 * r, y + r]]
      : kind === 'diamond' ? [[x, y - 1.35 * r], [x + 1.35 * r, y], [x, y + 1.35 * r], [x - 1.35 * r, y]]
      : [[x, y + 1.2 * r], [x + 1.1 * r, y - r], [x - 1.1 * r, y - r]];
    return {type: 'polygon', shape: {points: points}, style: style};
  }

  // One dot with its interval for each series in each band of the category axis.
  function interval(index, count, slot) {
    return function (params, api) {
      var mean = api.value(0), low = api.value(1), high = api.value(2), band = api.value(3);
      var height = Math.abs(api.size([0, 1])[1]);
      var shift = height * 0.8 * ((index + 0.5) / count - 0.5);
      var centre = api.coord([mean, band]);
      var y = centre[1] + shift;
      var children = [];
      if (low !== high) {
        var a = api.coord([low, band])[0], b = api.coord([high, band])[0];
        var style = {stroke: colour(slot), lineWidth: 1.6};
        children.push({type: 'line', shape: {x1: a, y1: y, x2: b, y2: y}, style: style});
        children.push({type: 'line', shape: {x1: a, y1: y - 3, x2: a, y2: y + 3}, style: style});
        children.push({type: 'line', shape: {x1: b, y1: y - 3, x2: b, y2: y + 3}, style: style});
      }
      children.push(marker(symbol(slot), centre[0], y, 4, {fill: colour(slot), stroke: '#fff', lineWidth: 0.8}));
      // Clipped at the frame: an interval beyond the axis must not run over the labels.
      return {type: 'group', children: children};
    };
  }

  // Labels are broken here, at spaces and inside words that are too long, so that their width is known.
  function broken(text, most) {
    var lines = [], line = '';
    text.split(' ').forEach(function (word) {
      if (line && line.length + 1 + word.length > most) { lines.push(line); line = ''; }
      line = line ? line + ' ' + word : word;
      while (line.length > most) {
        var hyphen = line.lastIndexOf('-', most - 1) + 1;
        var cut = hyphen > 2 ? hyphen : most;
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    });
    return lines.concat(line);
  }

  function labels(chart) { return chart.bands.map(function (band) { return broken(band, narrow() ? 13 : 30); }); }

  function labelWidth(chart) {
    return Math.max.apply(null, labels(chart).map(function (lines) {
      return Math.max.apply(null, lines.map(function (line) { return line.length; }));
    })) * 7.1 + 18;
  }

  function intervals(chart) {
    var count = chart.series.length;
    var series = chart.series.map(function (one, index) {
      return {
        type: 'custom', name: one.name, renderItem: interval(index, count, one.slot), clip: true,
        itemStyle: {color: colour(one.slot)}, encode: {x: [0, 1, 2], y: 3},
        data: one.points.map(function (p) { return {value: [p.mean, p.low, p.high, p.band], words: p.words}; })
      };
    });
    if (chart.zero) {
      series[0].markLine = {silent: true, symbol: 'none', label: {show: false}, animation: false,
        lineStyle: {color: '#666', type: 'solid', width: 1}, data: [{xAxis: 0}]};
    }
    return {
      legend: legend(chart.series.map(function (one) { return {name: one.name, icon: symbol(one.slot)}; })),
      tooltip: {trigger: 'item', confine: true, formatter: function (p) { return escaped(p.seriesName + ': ' + p.data.words); }},
      xAxis: {type: 'value', name: chart.unit, nameLocation: 'middle', nameGap: 28, min: chart.min, max: chart.max,
        scale: true, axisLabel: {color: TEXT, hideOverlap: true}, nameTextStyle: {color: TEXT}, splitLine: {lineStyle: {color: '#e4e4e4'}}},
      yAxis: {type: 'category', inverse: true, data: labels(chart).map(function (lines) { return lines.join('\n'); }), axisTick: {show: false}, splitArea: {show: true,
        areaStyle: {color: ['#fff', '#f6f6f6']}}, axisLabel: {color: TEXT, lineHeight: 14, interval: 0}},
      series: series
    };
  }

  function lines(chart) {
    var named = {};
    var series = chart.series.map(function (one) {
      var index = named[one.name] = one.slot;
      return {
        type: 'line', name: one.name, data: one.points, symbol: symbol(index), symbolSize: 6, connectNulls: false,
        lineStyle: {width: 1.6, type: DASHES[Math.floor(index / 2) % DASHES.length], color: colour(index)},
        itemStyle: {color: colour(index)}
      };
    });
    return {
      legend: legend(Object.keys(named).map(function (name) { return {name: name, icon: symbol(named[name])}; })),
      tooltip: {trigger: 'item', confine: true, formatter: function (p) {
        return escaped(p.seriesName + ', step ' + p.value[0] + ': ' + Number(p.value[1]).toPrecision(4));
      }},
      xAxis: {type: 'value', name: 'step', nameLocation: 'middle', nameGap: 28, axisLabel: {color: TEXT, hideOverlap: true},
        nameTextStyle: {color: TEXT}, splitLine: {show: false}, max: 'dataMax'},
      yAxis: {type: 'value', scale: true, axisLabel: {color: TEXT}, splitLine: {lineStyle: {color: '#e4e4e4'}}},
      series: series
    };
  }

  function legend(data) {
    return {data: data, top: 0, left: 0, type: 'plain', textStyle: {color: TEXT}, itemWidth: 12, itemHeight: 10, itemGap: 14};
  }

  function narrow() { return window.innerWidth < 640; }

  function legendRows(names, width) {
    var rows = 1, used = 0, pen = document.createElement('canvas').getContext('2d');
    pen.font = '12px ' + FONT;
    names.forEach(function (name) {
      // Symbol, text and the gap to the next, as the legend sets them; it keeps 5 pixels free on both sides.
      var one = 12 + 5 + pen.measureText(name).width;
      if (used > 0 && used + one > width - 10) { rows++; used = 0; }
      used += one + 14;
    });
    return rows;
  }

  function tallest(chart) {
    return Math.max.apply(null, labels(chart).map(function (lines) { return lines.length; }));
  }

  function seriesNames(chart) {
    return chart.series.map(function (one) { return one.name; }).filter(function (n, i, all) { return all.indexOf(n) === i; });
  }

  // How each kind of chart is drawn; a page may add its own.
  var KINDS = {
    lines: {
      names: seriesNames,
      // Many lines need room between them.
      height: function (chart, top) { return 200 + top + 4 * Math.max(0, seriesNames(chart).length - 8); },
      option: lines,
      grid: function (chart, top) { return {left: 8, right: 16, top: top, bottom: 34, containLabel: true}; }
    },
    intervals: {
      names: seriesNames,
      height: function (chart, top) {
        return top + 52 + chart.bands.length * Math.max(38, 14 + 15 * seriesNames(chart).length, 10 + 14 * tallest(chart));
      },
      option: intervals,
      grid: function (chart, top) { return {left: labelWidth(chart), right: 20, top: top, bottom: 52, containLabel: false}; }
    }
  };

  function draw(entry) {
    var node = entry.node, chart = entry.chart, kind = KINDS[chart.kind], width = node.clientWidth;
    // What is hidden has no width yet.
    if (!width) { return; }
    var top = 12 + 24 * legendRows(kind.names(chart), width);
    var height = kind.height(chart, top, width);
    node.style.height = height + 'px';
    var made = entry.made || echarts.init(node, null, {renderer: 'svg'});
    entry.made = made;
    made.resize();
    var option = kind.option(chart, width, top);
    option.animation = false;
    option.textStyle = {fontFamily: FONT, color: TEXT};
    option.grid = kind.grid(chart, top) || option.grid;
    made.setOption(option, true);
    var svg = node.querySelector('svg');
    if (svg) {
      // With a view box the drawing can be scaled to the paper in print.
      svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
      svg.setAttribute('aria-hidden', 'true');
    }
    node.setAttribute('data-drawn', 'true');
  }

  // Figures are many: each is drawn when it comes near the view, and all of them for print.
  function far(entry) { return entry.chart.kind === 'figure' && !entry.seen; }

  function redraw() { charts.forEach(function (entry) { if (!far(entry)) { draw(entry); } }); }

  function drawAll() { charts.forEach(function (entry) { entry.seen = true; }); redraw(); }

  function watch() {
    var observer = new IntersectionObserver(function (found) {
      found.forEach(function (one) {
        if (!one.isIntersecting) { return; }
        charts.forEach(function (entry) {
          if (entry.node === one.target && !entry.seen) { entry.seen = true; draw(entry); }
        });
      });
    }, {rootMargin: '800px 0px'});
    charts.filter(far).forEach(function (entry) { observer.observe(entry.node); });
  }

  window.shiftbed = {kinds: KINDS, symbol: symbol, colour: colour, legend: legend, escaped: escaped, redraw: redraw, TEXT: TEXT};

  // After the scripts below this one, which may add kinds.
  document.addEventListener('DOMContentLoaded', function () {
    document.querySelectorAll('.chart').forEach(function (node) {
      charts.push({node: node, chart: JSON.parse(document.getElementById(node.id + '-data').textContent)});
    });
    redraw();
    watch();
  });

  // Says so where a table is wider than its box.
  function hint() {
    document.querySelectorAll('.scroll').forEach(function (node) {
      node.classList.toggle('wide', node.scrollWidth > node.clientWidth + 1);
    });
  }
  hint();
  document.addEventListener('toggle', hint, true);
  document.addEventListener('table-drawn', hint);

  window.addEventListener('beforeprint', function () {
    document.querySelectorAll('details.print').forEach(function (node) { node.open = true; });
    drawAll();
  });

  var width = window.innerWidth, waiting = 0;
  window.addEventListener('resize', function () {
    if (window.innerWidth === width) { return; }
    width = window.innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(function () { redraw(); hint(); }, 100);
  });
})();
