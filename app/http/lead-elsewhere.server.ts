import { redirect } from "@remix-run/node";
import { isPlainForm } from "./flash.server";

/**
 * Leads to a page of another site. After a plain form browsers follow no redirect that leaves the site (`form-action`
 * of the Content-Security-Policy): they get a page that opens the other one.
 * @param url whole
 * @param label of the link, for browsers that open nothing by themselves
 */
export function leadElsewhere(request: Request, url: string, label: string): Response {
  const { href } = new URL(url);
  if (!isPlainForm(request)) return redirect(href, 303);
  // `href` has no quotes and no angle brackets: the URL's own writer has encoded them.
  const inHtml = href.replaceAll("&", "&amp;");
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${label}</title>` +
      `<meta http-equiv="refresh" content="0; url=${inHtml}"></head>` +
      `<body><p><a href="${inHtml}">${label}</a></p></body></html>`,
    { headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" } },
  );
}
