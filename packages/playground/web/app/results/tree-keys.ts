/** Keys of a tree of disclosures: up and down go from one to the next, right opens, left closes. */
export function onTreeKey(event: KeyboardEvent, root: HTMLElement | null): void {
  const summary = (event.target as Element).closest('summary');
  const branch = summary?.parentElement;
  if (root === null || !(branch instanceof HTMLDetailsElement)) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') branch.open = event.key === 'ArrowRight';
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const all = [...root.querySelectorAll('summary')];
    all[all.indexOf(summary as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
}
