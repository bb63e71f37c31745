// Where a source file can be changed so that it does something else: operators, conditions, numbers, texts, negations.
import { parseSync } from 'oxc-parser';

const operators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
};

/**
 * The sites of a file: `{ start, end, mutated, kind }`, where `mutated` is the text that stands there instead. Only what
 * runs when a page is read: what is computed once when a module is loaded cannot be switched.
 */
export function sitesOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const sites = [];
  visit(program, false);
  return sites;

  function visit(node, isInFunction) {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item, isInFunction);
      return;
    }
    if (typeof node.type !== 'string' || node.type.startsWith('TS') || node.type === 'ImportDeclaration') {
      if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression') visit(node.expression, isInFunction);
      return;
    }
    if (isInFunction) sites.push(...mutationsOf(node).map((site) => ({ start: node.start, end: node.end, ...site })));
    const isFunction = /^(?:Arrow)?Function|^MethodDefinition/.test(node.type);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'parent' || (key === 'key' && !node.computed)) continue;
      if ((key === 'property' || key === 'label') && node.computed === false) continue;
      if (key === 'params' || key === 'id') continue; // defaults and patterns
      visit(child, isInFunction || isFunction);
    }
  }

  function text({ start, end }) {
    return source.slice(start, end);
  }

  function mutationsOf(node) {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
        return operated(node);
      case 'ConditionalExpression':
        return [
          {
            mutated: `(${text(node.test)}) ? (${text(node.alternate)}) : (${text(node.consequent)})`,
            kind: 'branches',
          },
        ];
      case 'UnaryExpression':
        return node.operator === '!' ? [{ mutated: `!!(${text(node.argument)})`, kind: 'negation' }] : [];
      case 'IfStatement':
        return [{ ...span(node.test), mutated: `!(${text(node.test)})`, kind: 'condition' }];
      case 'Literal':
        return literal(node);
      default:
        return [];
    }
  }

  function operated({ operator, left, right }) {
    if (operator === '??') return [{ mutated: text(left), kind: 'default' }];
    const other = operators[operator];
    return other === undefined ? [] : [{ mutated: `(${text(left)}) ${other} (${text(right)})`, kind: operator }];
  }

  function literal({ value }) {
    if (typeof value === 'boolean') return [{ mutated: String(!value), kind: 'boolean' }];
    if (typeof value === 'number') return [{ mutated: String(value + 1), kind: 'number' }];
    return typeof value === 'string' ? [{ mutated: value === '' ? "'mutant'" : "''", kind: 'text' }] : [];
  }
}

function span({ start, end }) {
  return { start, end };
}

/** A source with every site switched by `__mutant(id)`, innermost first, so that sites may stand within each other. */
export function instrumented(source, sites) {
  const ordered = [...sites].sort((a, b) => a.start - b.start || b.end - a.end);
  return render(0, source.length, ordered);

  function render(from, to, inside) {
    let text = '';
    let at = from;
    for (let index = 0; index < inside.length; ) {
      const site = inside[index];
      const nested = [];
      let next = index + 1;
      while (next < inside.length && inside[next].start < site.end) nested.push(inside[next++]);
      text += source.slice(at, site.start);
      text += `(__mutant(${site.id}) ? (${site.mutated}) : (${render(site.start, site.end, nested)}))`;
      at = site.end;
      index = next;
    }
    return text + source.slice(at, to);
  }
}
