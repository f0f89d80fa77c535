/**
 * Modal dialogs that are open, the top one last. A modal dialog covers the page and makes it inert, whatever z-index
 * something has: what has to be seen and clicked above it (messages) has to lie inside it.
 */
const openDialogs: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** Shows the dialog as the top one. @returns what closes it */
export function openModal(dialog: HTMLDialogElement): () => void {
  // The server's `open` attribute shows a plain panel; only showModal() makes it modal.
  dialog.removeAttribute("open");
  dialog.showModal();
  openDialogs.push(dialog);
  notify();
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
    // Before it closes: whatever lies in it moves on to the next one.
    notify();
    dialog.close();
  };
}

/** Where something has to lie to be above everything: the top dialog, else the page. */
export const topLayer = (): HTMLElement => openDialogs.at(-1) ?? document.body;

/** Calls back whenever another dialog is the top one. @returns a function that ends it */
export function onTopLayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
