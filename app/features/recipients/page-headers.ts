/** Headers of every page behind a link. Whoever has the address may read the page, so nothing keeps or passes it on. */
export function recipientHeaders({ loaderHeaders, actionHeaders }: Record<"loaderHeaders" | "actionHeaders", Headers>) {
  const headers: Record<string, string> = {
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
  };
  const wait = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return wait === null ? headers : { ...headers, "Retry-After": wait };
}
