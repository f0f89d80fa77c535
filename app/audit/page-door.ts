import { BASE_PATH } from "~/paths";

/** A page as the log names it, the same for all records that it shows: 'page /planning/plan/:id'. */
export function pageDoor({ method, url }: Pick<Request, "method" | "url">): string {
  const { pathname } = new URL(url);
  const path = pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length) : pathname;
  const named = path.replace(/\/\d+(?=\/|$)/g, "/:id").replace(/[^\w/.:-]/g, "_");
  return `${method === "POST" ? "form" : "page"} ${named || "/"}`.slice(0, 100);
}
