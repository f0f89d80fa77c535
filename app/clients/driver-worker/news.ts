/** News of routes while no page is open. */
import { currentDay, keepPage } from "./kept";
import { worker } from "./worker-scope";

/** What the server sends. */
interface PushedNews {
  title: string;
  body: string;
  path: string;
}

/** Shows it, and fetches the page that it is about for the time without a network. */
export async function showNews(given: () => unknown, icon: string): Promise<void> {
  const { title, body, path } = given() as PushedNews;
  const url = new URL(path, worker.location.href);
  // In the place of an earlier one about the same route.
  const shown = worker.registration.showNotification(title, { body, tag: path, renotify: true, icon, data: path });
  const day = currentDay();
  const kept = fetch(url.href, { headers: { Accept: "text/html" } }).then((answer) => keepPage(url, answer, day));
  await Promise.all([shown, kept.catch(() => undefined)]);
}

/** Opens its page, in the window that is there already. */
export async function openNews(path: string): Promise<void> {
  const { href } = new URL(path, worker.location.href);
  const windows = await worker.clients.matchAll({ type: "window" });
  const [one] = windows;
  const here = windows.find(({ url }) => url.split("#")[0] === href);
  try {
    const shown = here ?? (await one?.navigate(href));
    if (shown) return void (await shown.focus());
  } catch {
    // It has just been closed.
  }
  await worker.clients.openWindow(href);
}
