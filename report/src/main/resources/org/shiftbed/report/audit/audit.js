'use strict';
// The audit's own charts, and the choice of the radius whose worst shift is shown.
(function () {
  var page = window.shiftbed;
  var BLUE = '#0072b2', ORANGE = '#d55e00', GREY = '#6b6b6b';

  /** A share as everywhere on the page: whole percents from 10 on, two digits below, never 0% of what is there. */
  function percent(share) {
    var value = 100 * share;
    if (value !== 0 && value < 0.01) { return 'under 0.01%'; }
    if (value >= 10) { return Math.round(value) + '%'; }
    var two = Number(value.toPrecision(2));
    return (two >= 10 ? Math.floor(10 * value) / 10 : two) + '%';
  }
  function known(points, field) {
    return points.filter(function (p) { return p[field] !== undefined; });
  }

  function range(chart) {
    var values = [];
    chart.points.forEach(function (p) {
      ['value', 'low', 'high', 'bandLow', 'bandHigh', 'check', 'separate'].forEach(function (field) {
        if (p[field] !== undefined) { values.push(p[field]); }
      });
    });
    var low = Math.min.apply(null, values), high = Math.max.apply(null, values);
    var room = 0.06 * (high - low || Math.abs(high) || 1);
    return [low - room, high + room];
  }

  // One polygon between two lines.
  function band(points, low, high, opacity) {
    var kept = points.filter(function (p) { return p[low] !== undefined && p[high] !== undefined; });
    return {
      type: 'custom', silent: true, clip: true, z: 1, data: kept.length > 1 ? [[kept[0].radius, kept[0][low]]] : [],
      renderItem: function (params, api) {
        var up = kept.map(function (p) { return api.coord([p.radius, p[high]]); });
        var down = kept.map(function (p) { return api.coord([p.radius, p[low]]); }).reverse();
        return {type: 'polygon', shape: {points: up.concat(down)}, style: {fill: BLUE, opacity: opacity}};
      }
    };
  }

  function line(name, points, field, style) {
    return {type: 'line', name: name, z: 3, data: known(points, field).map(function (p) { return [p.radius, p[field]]; }),
      symbol: 'circle', symbolSize: style.dots ? 5 : 0, showSymbol: !!style.dots,
      lineStyle: {width: style.width, type: style.dash, color: style.colour}, itemStyle: {color: style.colour}};
  }

  function fade(share) {
    var strength = Math.min(1, Math.max(0, (share - 0.02) / 0.28));
    return 0.3 + 0.7 * strength;
  }

  function checks(points) {
    var kept = known(points, 'check');
    return {
      type: 'custom', name: 'check by weighting', clip: true, z: 4, itemStyle: {color: ORANGE},
      encode: {x: 0, y: 1}, data: kept.map(function (p) { return [p.radius, p.check]; }),
      renderItem: function (params, api) {
        var p = kept[params.dataIndex], share = p.share === undefined ? 0 : p.share, children = [];
        var centre = api.coord([p.radius, p.check]), opacity = fade(share);
        if (p.checkError !== undefined) {
          var a = api.coord([p.radius, p.check - 2 * p.checkError])[1], b = api.coord([p.radius, p.check + 2 * p.checkError])[1];
          children.push({type: 'line', shape: {x1: centre[0], y1: a, x2: centre[0], y2: b},
            style: {stroke: ORANGE, lineWidth: 1.4, opacity: opacity}});
        }
        children.push({type: 'rect', shape: {x: centre[0] - 4, y: centre[1] - 4, width: 8, height: 8},
          style: {fill: share < 0.1 ? '#fff' : ORANGE, stroke: ORANGE, lineWidth: 1.4, opacity: opacity}});
        return {type: 'group', children: children};
      }
    };
  }

  function zones(chart, end) {
    var areas = [];
    function area(from, to, name, colour) {
      if (to > from) {
        areas.push([{xAxis: from, name: name, itemStyle: {color: colour}}, {xAxis: to}]);
      }
    }
    area(chart.trusted, Math.min(chart.usable, end), 'with caution', 'rgba(180,140,0,0.09)');
    area(Math.max(chart.usable, chart.trusted), end, 'do not rely', 'rgba(179,71,0,0.13)');
    return {silent: true, animation: false, data: areas,
      label: {show: true, position: 'insideTop', color: '#1a1a1a', fontSize: 11, distance: 4}};
  }

  function curve(chart) {
    var points = chart.points, end = points[points.length - 1].radius, limits = range(chart);
    var worst = line('worst ' + chart.unit, points, 'value', {width: 2.2, dash: 'solid', colour: BLUE, dots: true});
    worst.markArea = zones(chart, end);
    var series = [band(points, 'bandLow', 'bandHigh', 0.1), band(points, 'low', 'high', 0.2), worst,
      line('without interactions', points, 'separate', {width: 1, dash: 'dashed', colour: GREY}), checks(points)];
    return {
      legend: page.legend([{name: worst.name, icon: 'circle'}, {name: 'check by weighting', icon: 'rect'},
        {name: 'without interactions', icon: 'path://M0,4h6v2h-6z M9,4h6v2h-6z M18,4h6v2h-6z'}]),
      tooltip: {trigger: 'item', confine: true, formatter: function (item) {
        var p = points.filter(function (one) { return one.radius === item.value[0]; })[0];
        var share = item.seriesName === 'check by weighting' && p && p.share !== undefined
          ? ' (effective sample ' + percent(p.share) + ')' : '';
        return page.escaped(item.seriesName + ', radius ' + item.value[0] + ': ' + Number(item.value[1]).toPrecision(4) + share);
      }},
      xAxis: {type: 'value', name: 'radius', nameLocation: 'middle', nameGap: 26, min: 0, max: 1.02 * end || 1, axisLabel: {color: page.TEXT,
        hideOverlap: true, showMaxLabel: false}, nameTextStyle: {color: page.TEXT}, splitLine: {show: false}},
      yAxis: {type: 'value', min: limits[0], max: limits[1], axisLabel: {color: page.TEXT, showMinLabel: false, showMaxLabel: false,
        formatter: function (value) { return Number(value.toPrecision(4)); }}, splitLine: {lineStyle: {color: '#e4e4e4'}}},
      series: series
    };
  }

  function shade(value, most, larger) {
    var share = most > 0 ? Math.min(1, Math.abs(value) / most) : 0;
    var target = (value > 0) === larger ? [213, 94, 0] : [0, 114, 178];
    return 'rgb(' + target.map(function (c) { return Math.round(255 + share * (c - 255)); }).join(',') + ')';
  }

  function pairs(chart, width) {
    var n = chart.labels.length, most = 0, data = [];
    // Every number where they are few; otherwise the first and every fifth.
    function every(index) { return n * 20 <= width || index === 0 || (index + 1) % 5 === 0; }
    chart.rows.forEach(function (row, a) {
      row.forEach(function (value, b) { most = Math.max(most, Math.abs(value)); data.push([b, a, value]); });
    });
    // Names do not fit there: the list beside the map tells what each number is.
    var numbers = chart.labels.map(function (label, index) { return String(index + 1); });
    var axis = {type: 'category', data: numbers, axisTick: {show: false}, splitArea: {show: false},
      axisLabel: {color: page.TEXT, fontSize: 11, interval: every}};
    return {
      tooltip: {trigger: 'item', confine: true, formatter: function (item) {
        return page.escaped(chart.labels[item.value[1]] + ' \u00d7 ' + chart.labels[item.value[0]] + ': '
          + String(item.value[2]).replace(/^-/, '\u2212'));
      }},
      xAxis: axis,
      yAxis: Object.assign({}, axis, {inverse: true}),
      series: [{
        type: 'custom', data: data, encode: {x: 0, y: 1}, itemStyle: {color: ORANGE},
        renderItem: function (params, api) {
          var size = api.size([1, 1]), centre = api.coord([api.value(0), api.value(1)]);
          return {type: 'rect', shape: {x: centre[0] - size[0] / 2, y: centre[1] - size[1] / 2, width: size[0], height: size[1]},
            style: {fill: shade(api.value(2), most, chart.larger), stroke: '#fff', lineWidth: n > 20 ? 0.3 : 1}};
        }
      }]
    };
  }

  page.kinds.curve = {
    names: function (chart) { return ['worst ' + chart.unit, 'check by weighting', 'without interactions']; },
    height: function (chart, top, width) { return top + (width < 500 ? 270 : 360); },
    option: curve,
    grid: function (chart, top) { return {left: 8, right: 24, top: top + 4, bottom: 32, containLabel: true}; }
  };
  page.kinds.pairs = {
    names: function () { return []; },
    height: function (chart, top, width) { return Math.min(width, 420); },
    option: pairs,
    grid: function () { return {left: 4, right: 8, top: 8, bottom: 4, containLabel: true}; }
  };

  var chosen = document.getElementById('radius-chosen');
  if (chosen) {
    document.body.classList.add('choosing');
    chosen.addEventListener('change', function () {
      document.querySelectorAll('.at-radius').forEach(function (block) {
        block.classList.toggle('chosen', block.getAttribute('data-radius') === chosen.value);
      });
      page.redraw();
    });
  }
})();
