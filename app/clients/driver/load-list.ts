/** What was ticked off on the load list stays ticked on this phone, over newer pages and a killed tab. */
import { all, main } from "./page";

const keyOf = (): string => `driver.loaded.${main().dataset.route ?? ""}`;
const boxes = () => all<HTMLInputElement>("[data-loaded]");

function ticked(): string[] {
  try {
    return (localStorage.getItem(keyOf()) ?? "").split(",");
  } catch {
    // A phone that keeps nothing shows the list as it comes.
    return [];
  }
}

/** Once for every page that the server sent. */
export function showTicked(): void {
  const ids = ticked();
  for (const box of boxes()) box.checked = ids.includes(box.dataset.loaded ?? "");
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.loaded === undefined) return;
  const ids = boxes().flatMap(({ checked, dataset }) => (checked ? [dataset.loaded] : []));
  try {
    localStorage.setItem(keyOf(), ids.join());
  } catch {
    // The tick stays for as long as the page does.
  }
});
