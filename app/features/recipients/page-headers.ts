/**
 * Headers of every page behind a link: whoever has the address may read it, so nothing keeps it. Other sites get no
 * referrer from any page; none at all would take the origin off the forms, and they would be refused.
 */
export function recipientHeaders({ loaderHeaders, actionHeaders }: Record<"loaderHeaders" | "actionHeaders", Headers>) {
  const headers: Record<string, string> = {
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex, nofollow",
  };
  const wait = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return wait === null ? headers : { ...headers, "Retry-After": wait };
}
