/** Asks once when the server has a newer script than this page runs. Until the driver says so the page stays. */
import { frame, sync } from "./page";

const sourceIn = (root: ParentNode): string | null =>
  root.querySelector(".road-frame script[src]")?.getAttribute("src") ?? null;

const own = sourceIn(document);
let box: HTMLElement | null = null;

/** @param page that the server has just made */
export function noticeUpgrade(page: ParentNode): void {
  const newest = sourceIn(page);
  if (box !== null || own === null || newest === null || newest === own) return;
  box = document.createElement("div");
  box.id = "upgrade";
  box.className = "notice";
  box.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = "Site was upgraded. Would you like to apply changes?";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Apply changes";
  // What waits is kept on the phone, and `beforeunload` asks where it can't be.
  button.addEventListener("click", () => location.reload());
  box.append(words, button);
  sync.after(box);
  followUpgrade(frame.querySelector(".view.shown"));
}

/** Not beside a proof: nobody hands over a parcel and loads a page. */
export function followUpgrade(view: Element | null): void {
  if (box !== null) box.hidden = view?.classList.contains("proof") === true;
}
