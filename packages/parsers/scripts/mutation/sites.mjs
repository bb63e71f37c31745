// The expressions of a source file that can be mutated: operators, conditions, numbers, texts, negations.
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
 * The sites of a file: `{ start, end, mutated, kind }`, where `mutated` is the replacement text. Only code that runs when a
 * page is read: values computed when a module is loaded cannot be switched.
 */
export function sitesOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const sites = [];
  visit(program, false, undefined);
  return sites;

  function visit(node, isInFunction, parent) {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item, isInFunction, parent);
      return;
    }
    if (typeof node.type !== 'string' || node.type.startsWith('TS') || node.type === 'ImportDeclaration') {
      if (node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression')
        visit(node.expression, isInFunction, parent);
      return;
    }
    if (isInFunction)
      sites.push(...mutationsOf(node).map((site) => withAsked({ start: node.start, end: node.end, ...site }, parent)));
    const isFunction = /^(?:Arrow)?Function|^MethodDefinition/.test(node.type);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'parent' || (key === 'key' && !node.computed)) continue;
      if ((key === 'property' || key === 'label') && node.computed === false) continue;
      if (key === 'params' || key === 'id') continue; // defaults and patterns
      visit(child, isInFunction || isFunction, node);
    }
  }

  /**
   * Adds the expression around a literal if it can be evaluated twice, as only its value shows whether the literal
   * matters.
   */
  function withAsked(site, parent) {
    if ((site.kind !== 'number' && site.kind !== 'text') || !isAskedTwice(parent)) return site;
    const { start, end } = parent;
    const mutated = source.slice(start, site.start) + site.mutated + source.slice(site.end, end);
    return { ...site, asked: { start, end, mutated } };
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

function isAskedTwice(parent) {
  if (parent?.type === 'BinaryExpression' || parent?.type === 'LogicalExpression') return true;
  const called = parent?.type === 'CallExpression' ? parent.callee.property?.name : undefined;
  return /^(?:slice|at|includes|startsWith|endsWith|indexOf|charCodeAt|split|join)$/.test(called ?? '');
}

function span({ start, end }) {
  return { start, end };
}

/** The bodies of a file's loops, as sites without a mutant. */
export function loopsOf(file, source) {
  const loops = [];
  visit(parseSync(file, source).program);
  return loops;

  function visit(node) {
    if (node === null || typeof node !== 'object') return;
    if (/^(?:For|While|DoWhile)/.test(node.type ?? '')) loops.push({ ...span(node.body), id: -1, isLoop: true });
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child);
  }
}

/** An expression that evaluates the mutated or the original text, depending on `__mutant(id)`. */
export function switched({ id, mutated }, original) {
  return `(__mutant(${id}) ? (${mutated}) : (${original}))`;
}

/** A source with every site replaced by `write`, innermost first, because sites may be nested. */
export function instrumented(source, sites, write = switched) {
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
      text += write(site, render(site.start, site.end, nested));
      at = site.end;
      index = next;
    }
    return text + source.slice(at, to);
  }
}
