/** Shows what waits on this phone, and what was not accepted. */
import { addressOf, companyId, frame, owner, sync, write } from "./page";
import { ReportQueue, syncWords, unreadWords } from "./queue";
import { reportStore } from "./report-store";
import { okButton } from "./view";

export const reports = new ReportQueue(reportStore(owner));

/** What is known of the server. */
export const server = { reachable: navigator.onLine, signedOut: false, switched: false, isSharing: false };

/** On the list of routes: what waits changes the numbers that the page came with. */
function showWaitingOfRoutes(): void {
  for (const card of document.querySelectorAll<HTMLAnchorElement>("a.route")) {
    const count = reports.waiting.filter(({ url }) => url === card.pathname).length;
    const place = card.querySelector<HTMLElement>("[data-waiting]");
    if (!place) continue;
    place.hidden = count === 0;
    write(place, `${count} waiting to send`);
  }
}

export function showSync(): void {
  const waiting = reports.waiting.length;
  showWaitingOfRoutes();
  sync.dataset.tone = waiting > 0 || !server.reachable || server.signedOut ? "waiting" : "sent";
  if (server.signedOut) return showInstead(signInLink(waiting));
  if (server.switched && waiting > 0) return showInstead(switchBackForm(waiting));
  const sent = syncWords(waiting, server.reachable, reports.isAtRisk);
  write(sync, server.isSharing ? `${sent} · Position shared` : sent);
}

function showInstead(element: HTMLElement): void {
  write(sync, "");
  sync.replaceChildren(element);
}

function signInLink(waiting: number): HTMLElement {
  const link = document.createElement("a");
  link.href = `${addressOf("/login")}?redirectTo=/driver`;
  link.textContent = waiting > 0 ? `Sign in to send ${waiting}` : "You are signed out. Sign in";
  return link;
}

function switchBackForm(waiting: number): HTMLElement {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `${frame.dataset.switch}?company_id=${companyId}&to=/driver`;
  const button = document.createElement("button");
  button.className = "link";
  button.textContent = `You switched company: switch back to send ${waiting}`;
  form.append(button);
  return form;
}

export function showRefusals(): void {
  document.getElementById("refused")?.remove();
  const list = reports.unread;
  if (list.length === 0) return;
  const box = document.createElement("div");
  box.id = "refused";
  box.className = "notice bad";
  box.setAttribute("role", "alert");
  for (const words of list.flatMap(unreadWords)) {
    const line = document.createElement("p");
    line.textContent = words;
    box.append(line);
  }
  const close = () => {
    box.remove();
    // The page that is kept may not show yet what was sent.
    for (const { id, state } of list) void (state === "sent" ? reports.change(id, { lost: 0 }) : reports.remove(id));
  };
  box.append(okButton(close));
  sync.after(box);
}
