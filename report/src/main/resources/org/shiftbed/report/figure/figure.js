'use strict';
(function () {
  // Draws figures: puts functions where their option has names, and places panels by the width of the screen.
  var FONT = getComputedStyle(document.body).fontFamily;
  var pen = document.createElement('canvas').getContext('2d');
  var BAR = 0.66, ROW = 21, CELL = 24, TITLE = 20, FOOT = 40, PITCH = 6;

  var TEXT = '#222222', GRID = '#dcdcdc', PAPER = '#ffffff';

  function width(words, size) { pen.font = size + 'px ' + FONT; return pen.measureText(words).width; }
  function fitted(words, most, size) {
    if (width(words, size) <= most) { return words; }
    for (var kept = words.length - 1; kept > 2; kept--) {
      var head = Math.ceil(kept / 2);
      var shorter = words.slice(0, head) + '\u2026' + words.slice(words.length - (kept - head));
      if (width(shorter, size) <= most) { return shorter; }
    }
    return '\u2026';
  }
  function wrapped(words, most, size) {
    var lines = [], line = '';
    words.split(' ').forEach(function (word) {
      var longer = line ? line + ' ' + word : word;
      if (line && width(longer, size) > most) { lines.push(line); line = word; } else { line = longer; }
    });
    return lines.concat(line).map(function (one) { return fitted(one, most, size); });
  }

  function segments(hatch, x, y, w, h) {
    var lines = [];
    function slanted(slope) {
      for (var start = x - h; start < x + w + h; start += PITCH) {
        var left = (x - start) / (slope * h), right = (x + w - start) / (slope * h);
        var from = Math.max(0, Math.min(left, right)), to = Math.min(1, Math.max(left, right));
        if (from < to) {
          lines.push([start + from * slope * h, y + (1 - from) * h, start + to * slope * h, y + (1 - to) * h]);
        }
      }
    }
    var at;
    if (hatch === 'rising' || hatch === 'crossed') { slanted(1); }
    if (hatch === 'falling' || hatch === 'crossed') { slanted(-1); }
    if (hatch === 'upright') { for (at = x + PITCH / 2; at < x + w; at += PITCH) { lines.push([at, y, at, y + h]); } }
    if (hatch === 'level') { for (at = y + PITCH / 3; at < y + h; at += PITCH * 2 / 3) { lines.push([x, at, x + w, at]); } }
    return lines.map(function (l) { return 'M' + l[0] + ' ' + l[1] + 'L' + l[2] + ' ' + l[3]; }).join('');
  }
  function hatched(children, hatch, x, y, w, h, colour) {
    var d = segments(hatch, x, y, w, h);
    if (d) {
      children.push({type: 'path', shape: {pathData: d, layout: 'none'}, silent: true,
        style: {fill: 'none', stroke: colour, lineWidth: 1.2}});
    }
  }
  function stroke(x, y, toX, toY, colour, lineWidth) {
    return {type: 'line', shape: {x1: x, y1: y, x2: toX, y2: toY}, style: {stroke: colour, lineWidth: lineWidth || 1}};
  }
  function label(words, x, y, align, colour, size) {
    return {type: 'text', silent: true, style: {text: words, x: x, y: y, align: align, verticalAlign: 'middle',
      fill: colour || TEXT, fontSize: size || 11, fontFamily: FONT}};
  }
  // Style sheets turn the colours of text and paper around where it is dark; on the cells of a map they stay what they are.
  // So they are other colours there, by what nobody sees.
  function fixed(colour) {
    return colour && colour.replace(/.$/, function (last) { return last === 'f' ? 'e' : (parseInt(last, 16) + 1).toString(16); });
  }
  function polygon(points, style) { return {type: 'polygon', shape: {points: points}, style: style}; }
  function mark(look, x, y, r, hollow) {
    var colour = look.colour;
    var style = {fill: hollow ? PAPER : colour, stroke: hollow ? colour : PAPER, lineWidth: hollow ? 1.4 : 0.6};
    var a = 1.25 * r, b = 0.42 * r;
    switch (look.mark) {
      case 'circle': return {type: 'circle', shape: {cx: x, cy: y, r: r}, style: style};
      case 'square': return {type: 'rect', shape: {x: x - r, y: y - r, width: 2 * r, height: 2 * r}, style: style};
      case 'triangle': return polygon([[x, y - 1.25 * r], [x + 1.15 * r, y + r], [x - 1.15 * r, y + r]], style);
      case 'down': return polygon([[x, y + 1.25 * r], [x + 1.15 * r, y - r], [x - 1.15 * r, y - r]], style);
      case 'diamond': return polygon([[x, y - 1.35 * r], [x + 1.35 * r, y], [x, y + 1.35 * r], [x - 1.35 * r, y]], style);
      case 'plus': return polygon([[x - b, y - a], [x + b, y - a], [x + b, y - b], [x + a, y - b], [x + a, y + b], [x + b, y + b],
        [x + b, y + a], [x - b, y + a], [x - b, y + b], [x - a, y + b], [x - a, y - b], [x - b, y - b]], style);
      case 'tick': return {type: 'rect', shape: {x: x - 1.8, y: y - 10, width: 3.6, height: 20}, style: {fill: colour}};
      default: return {type: 'group', children: []};
    }
  }

  // One function a name that an option may have for renderItem: from the series, a painter of its items.
  var PAINTERS = {
    xTicks: function (series) {
      var free = -1e9;
      return function (params, api) {
        var box = params.coordSys, item = series.data[params.dataIndex];
        var x = api.coord([item.value[0], 1])[0];
        var half = width(item.words, 11) / 2, children = [stroke(x, box.y, x, box.y + box.height, GRID, 0.8)];
        if (params.dataIndex === 0) { free = -1e9; }
        if (x - half > free) {
          children.push(label(item.words, x, box.y + box.height + 11, 'center'));
          free = x + half + 4;
        }
        return {type: 'group', children: children};
      };
    },
    yTicks: function (series, panel) {
      return function (params, api) {
        var box = params.coordSys, item = series.data[params.dataIndex];
        var y = api.coord([1, item.value[0]])[1], children = [];
        if (!series.categories) { children.push(stroke(box.x, y, box.x + box.width, y, GRID, 0.8)); }
        children.push(label(fitted(item.words, panel.room, 11), box.x - 6, y, 'right'));
        return {type: 'group', children: children};
      };
    },
    columnNames: function (series) {
      return function (params, api) {
        var box = params.coordSys, item = series.data[params.dataIndex];
        var x = api.coord([item.value[0], 0])[0], most = box.width / series.data.length;
        var lines = wrapped(item.words, most, 11);
        return {type: 'group', children: lines.map(function (line, i) {
          return label(line, x, box.y - 10 - 13 * (lines.length - 1 - i), 'center');
        })};
      };
    },
    cell: function (series) {
      return function (params, api) {
        var item = series.data[params.dataIndex], at = api.coord([item.value[0], item.value[1]]), size = api.size([1, 1]);
        var w = Math.abs(size[0]) - 2, h = Math.abs(size[1]) - 2, x = at[0] - w / 2, y = at[1] - h / 2;
        var children = [{type: 'rect', shape: {x: x, y: y, width: w, height: h}, style: {fill: fixed(item.fill)}}];
        hatched(children, item.hatch, x, y, w, h, fixed(item.hatchColour));
        children.push(label(fitted(item.words, w, 11), at[0], at[1], 'center', fixed(item.ink)));
        return {type: 'group', children: children};
      };
    },
    bar: function (series) {
      return function (params, api) {
        var item = series.data[params.dataIndex], look = series.look, place = item.value[1];
        var row = Math.abs(api.size([0, 1])[1]) * BAR, base = api.coord([series.base, place]), children = [];
        if (item.value[0] === null) {
          return {type: 'group', children: [label(item.words, base[0] + 4, base[1], 'left')]};
        }
        var box = params.coordSys, end = api.coord([item.value[0], place])[0], far = Math.max(end, base[0]);
        var x = Math.min(base[0], end), w = Math.abs(end - base[0]);
        children.push({type: 'rect', shape: {x: x, y: base[1] - row / 2, width: w, height: row},
          style: {fill: look.colour, stroke: TEXT, lineWidth: 0.7}});
        hatched(children, look.hatch, x, base[1] - row / 2, w, row, PAPER);
        if (item.value.length > 2) {
          var low = Math.max(box.x, api.coord([item.value[2], place])[0]);
          var high = Math.min(box.x + box.width, api.coord([item.value[3], place])[0]);
          children.push(stroke(low, base[1], high, base[1], TEXT, 1.1), stroke(low, base[1] - 3, low, base[1] + 3, TEXT, 1.1),
            stroke(high, base[1] - 3, high, base[1] + 3, TEXT, 1.1));
          far = Math.max(far, high);
        }
        children.push(label(item.words, far + 5, base[1], 'left'));
        return {type: 'group', children: children};
      };
    },
    levelDot: function (series) { return dot(series, true); },
    dot: function (series) { return dot(series, false); },
    band: function (series) {
      return function (params, api) {
        if (params.dataIndex !== 0) { return {type: 'group', children: []}; }
        var up = [], down = [], data = series.data;
        data.forEach(function (item, i) {
          if (series.steps && i > 0) {
            up.push(api.coord([item.value[0], data[i - 1].value[2]]));
            down.push(api.coord([item.value[0], data[i - 1].value[1]]));
          }
          up.push(api.coord([item.value[0], item.value[2]]));
          down.push(api.coord([item.value[0], item.value[1]]));
        });
        return {type: 'polygon', shape: {points: up.concat(down.reverse())}, silent: true,
          style: {fill: series.look.colour, opacity: 0.25}};
      };
    },
    words: function (series) {
      return function (params, api) {
        var item = series.data[params.dataIndex], at = api.coord(item.value);
        return label(item.words, at[0] + 4, at[1], 'left');
      };
    },
    picture: function (series) {
      return function (params, api) {
        var item = series.data[params.dataIndex], at = api.coord(item.value), size = api.size([1, 1]);
        var side = Math.min(Math.abs(size[0]), Math.abs(size[1])) - 4;
        var w = side * Math.min(1, item.shape), h = side / Math.max(1, item.shape);
        return {type: 'image', style: {image: item.image, x: at[0] - w / 2, y: at[1] - h / 2, width: w, height: h}};
      };
    }
  };

  function dot(series, level) {
    return function (params, api) {
      var item = series.data[params.dataIndex], value = item.value, at = api.coord([value[0], value[1]]), children = [];
      if (value.length > 2) {
        var a = level ? api.coord([value[2], value[1]]) : api.coord([value[0], value[2]]);
        var b = level ? api.coord([value[3], value[1]]) : api.coord([value[0], value[3]]);
        var c = series.look.colour, dx = level ? 0 : 3, dy = level ? 3 : 0;
        children.push(stroke(a[0], a[1], b[0], b[1], c, 1.4), stroke(a[0] - dx, a[1] - dy, a[0] + dx, a[1] + dy, c, 1.4),
          stroke(b[0] - dx, b[1] - dy, b[0] + dx, b[1] + dy, c, 1.4));
      }
      children.push(mark(series.look, at[0], at[1], 3.8, item.hollow));
      return {type: 'group', children: children};
    };
  }

  // Panels side by side as the figure wants them, fewer where the screen is narrow.
  function places(chart, total, top) {
    var panels = chart.panels, least = panels[0].type === 'matrix' ? 60 + 46 * 4 : 230;
    var across = Math.max(1, Math.min(chart.perRow, panels.length, Math.floor(total / least)));
    var wide = total / across, y = top, tall = 0, all = [];
    panels.forEach(function (panel, i) {
      if (i % across === 0) { y += tall; tall = 0; }
      var most = Math.min(210, wide * 0.42), left = 0;
      panel.labels.concat(panel.type === 'matrix' ? panel.xTitle : []).forEach(function (one) { left = Math.max(left, width(one, 11)); });
      panel.room = Math.min(most, left);
      left = panel.room + 12 + (panel.yTitle ? 18 : 0);
      var right = panel.type === 'categories' ? wordsWidth(chart, i) : 12;
      var data = panel.type === 'matrix' ? CELL * panel.rows : panel.type === 'pictures' ? 68 * panel.rows
        : panel.type === 'categories' ? ROW * panel.rows : panels.length > 1 ? 150 : 320;
      var titles = panel.title ? wrapped(panel.title, wide - 8, 12) : [];
      var head = (titles.length ? TITLE + 15 * (titles.length - 1) : 6) + (panel.type === 'matrix' ? headers(chart, i, wide - left - right) : 0);
      all.push({titles: titles, xTitle: panel.xTitle, yTitle: panel.yTitle, type: panel.type, x: wide * (i % across),
        y: y, wide: wide, left: wide * (i % across) + left, top: y + head, width: Math.max(40, wide - left - right), height: data});
      tall = Math.max(tall, head + data + (panel.type === 'matrix' || panel.type === 'pictures' ? 10 : FOOT + 6));
    });
    return {all: all, height: y + tall};
  }
  function wordsWidth(chart, panel) {
    var most = 12;
    chart.option.series.forEach(function (series) {
      if (series.xAxisIndex === panel && series.renderItem === 'bar') {
        series.data.forEach(function (item) { most = Math.max(most, 10 + width(item.words, 11)); });
      }
    });
    return most;
  }
  function headers(chart, panel, wide) {
    var lines = 1;
    chart.option.series.forEach(function (series) {
      if (series.xAxisIndex === panel && series.renderItem === 'columnNames') {
        series.data.forEach(function (item) { lines = Math.max(lines, wrapped(item.words, wide / series.data.length, 11).length); });
      }
    });
    return 6 + 13 * lines;
  }

  function copy(object, change) { return Object.assign({}, object, change); }

  window.shiftbed.kinds.figure = {
    names: function (chart) { return chart.legend.map(function (one) { return one.name; }); },
    height: function (chart, top, wide) { return places(chart, wide, chart.legend.length ? top : 0).height; },
    grid: function () { return undefined; },
    option: function (chart, wide, top) {
      var placed = places(chart, wide, chart.legend.length ? top : 0), option = copy(chart.option);
      option.grid = placed.all.map(function (p) { return {left: p.left, top: p.top, width: p.width, height: p.height}; });
      var graphics = [];
      placed.all.forEach(function (p) {
        p.titles.forEach(function (line, n) {
          var x = p.type === 'matrix' ? p.x : Math.max(p.x, Math.min(p.left, p.x + p.wide - width(line, 12) - 4));
          graphics.push(graphic(line, x, p.y + 9 + 15 * n, 'left', 12));
        });
        if (p.type === 'matrix') { graphics.push(graphic(p.xTitle, p.left - 6, p.top - 10, 'right', 11)); } else {
          if (p.xTitle) { graphics.push(graphic(fitted(p.xTitle, p.wide, 11), p.left + p.width / 2, p.top + p.height + 27, 'center', 11)); }
          if (p.yTitle) {
            graphics.push({type: 'text', silent: true, rotation: Math.PI / 2, x: p.x + 8, y: p.top + p.height / 2,
              style: {text: fitted(p.yTitle, p.height + 40, 11), align: 'center', verticalAlign: 'middle', fill: TEXT, fontSize: 11, fontFamily: FONT}});
          }
          graphics.push({type: 'rect', silent: true, z: 3, shape: {x: p.left, y: p.top, width: p.width, height: p.height},
            style: {fill: 'none', stroke: '#777', lineWidth: p.type === 'pictures' ? 0 : 0.8}});
        }
      });
      option.graphic = graphics;
      option.backgroundColor = PAPER;
      option.series = chart.option.series.map(function (series) {
        if (series.type === 'custom') {
          return copy(series, {renderItem: PAINTERS[series.renderItem](series, chart.panels[series.xAxisIndex]),
            itemStyle: series.look ? copy(series.itemStyle, {color: series.look.colour}) : series.itemStyle,
            encode: {x: 0, y: series.renderItem === 'xTicks' || series.renderItem === 'yTicks' ? [] : 1}});
        }
        return copy(series, {lineStyle: copy(series.lineStyle, {color: series.lineStyle.color}), itemStyle: {color: series.itemStyle.color}});
      });
      option.tooltip = copy(option.tooltip, {formatter: function (p) {
        var item = p.data, name = p.seriesName && p.seriesName.indexOf('series') !== 0 ? p.seriesName + ', ' : '';
        return window.shiftbed.escaped(item.of === undefined ? name + item : item.of + (item.words ? ': ' + item.words : ''));
      }});
      option.legend = chart.legend.length ? window.shiftbed.legend(chart.legend) : undefined;
      if (option.legend) { option.legend.textStyle = {color: TEXT}; }
      return option;
    }
  };
  function graphic(words, x, y, align, size) {
    return {type: 'text', silent: true, x: x, y: y, style: {text: words, align: align, verticalAlign: 'middle', fill: TEXT, fontSize: size, fontFamily: FONT}};
  }
})();
