/** A form of a page, as far as consent depends on it. */
export interface Form {
  /** Where it is sent, absolute. */
  action: string;
  /** Names and values of its hidden fields. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** Reads the forms of a page, as an expression for the page itself. */
export const readForms = `Array.from(document.forms, (form) => ({
  action: form.action instanceof Element ? form.getAttribute('action') || '' : form.action,
  fields: Array.from(form.querySelectorAll('input[name]'), ({ name, value }) => [name, value]),
}))`;

/** Submits the form of that index with its own button, as an expression for the page itself. */
export function sendForm(index: number): string {
  return `(() => {
    const form = document.forms[${index}];
    const button = form.querySelector('button:not([type]), button[type=submit], input[type=submit]');
    if (button) button.click();
    else form.requestSubmit();
  })()`;
}

/** The button that refuses everything where the page asks for consent in an overlay without a form. */
export const refusalButton = '#W0wltc';

/** Presses that button, as an expression for the page itself: it may lie outside of the window. */
export const pressRefusal: string = `document.querySelector('${refusalButton}').click()`;

/**
 * Which of a consent page's forms refuses everything: undefined where the page asks for no consent, or has no such form.
 * Forms are distinguished by the choices that they send and never by their words: one that opts in to anything, which is a
 * field `set_*` other than `set_eom` with the value `true`, is not it.
 */
export function refusalAmong(forms: readonly Form[]): number | undefined {
  const refusing = forms.flatMap((form, index) => (isChoice(form) && !optsIn(form) ? [index] : []));
  const plain = refusing.find((index) => forms[index]?.fields.some(isOptOut));
  return plain ?? refusing[0];
}

function isChoice({ action, fields }: Form): boolean {
  return /^https?:\/\/.*\/save(?:$|[?#])/.test(action) && fields.some(([name]) => name.startsWith('set_'));
}

function optsIn({ fields }: Form): boolean {
  return fields.some(([name, value]) => name.startsWith('set_') && name !== 'set_eom' && value === 'true');
}

function isOptOut([name, value]: readonly [string, string]): boolean {
  return name === 'set_eom' && value === 'true';
}
