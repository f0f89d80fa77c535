/** A signed-in browser that posts forms to an action, as a script sends them or as the browser does by itself. */
export interface Forms {
  cookie: string;
  companyId: number;
}

/** @returns what the action answers, a redirect too */
export function postForm(
  action: (request: Request) => Promise<unknown>,
  path: string,
  { cookie, companyId }: Forms,
  fields: Readonly<Record<string, string>>,
  { plain = false } = {},
): Promise<Response> {
  const body = new URLSearchParams({ pageCompany: String(companyId), ...fields });
  const request = new Request(`http://localhost/platform/${path}`, {
    method: "POST",
    body,
    headers: { Cookie: cookie, ...(plain ? { Accept: "text/html" } : {}) },
  });
  return action(request).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }) as Promise<Response>;
}
