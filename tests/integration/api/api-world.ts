import type { TestKey } from "../../factories/api-keys";
import { forCaller } from "../../helpers/caller";
import { askDocumented } from "../../helpers/documented";

export interface ApiAnswer {
  status: number;
  body: { status?: string; data?: unknown; message?: string; next_cursor?: string | null };
  headers: Headers;
}

export interface Asked {
  method?: "GET" | "POST";
  /** JSON of a POST, the query of a GET */
  json?: object;
  /** JSON as it is written */
  text?: string;
  /** an ordinary form */
  form?: Record<string, string>;
  /** a form with files */
  multipart?: FormData;
  headers?: Record<string, string>;
  /** the caller goes away */
  signal?: AbortSignal;
}

/** What the door answers a program with this key. @param path may end with a query as it is written */
export async function askApi(
  key: Pick<TestKey, "headers"> | null,
  path: string,
  { method = "POST", json, text: written, form, multipart, headers = {}, signal }: Asked = {},
): Promise<ApiAnswer> {
  const url = new URL(`http://localhost/platform/api/${path}`);
  if (method === "GET")
    for (const [name, value] of Object.entries(json ?? {})) url.searchParams.set(name, String(value));
  const body =
    method === "GET"
      ? undefined
      : (multipart ?? (form ? new URLSearchParams(form) : (written ?? JSON.stringify(json ?? {}))));
  const type: Record<string, string> =
    body !== undefined && typeof body === "string" ? { "Content-Type": "application/json" } : {};
  const request = new Request(url, {
    method,
    headers: { ...type, ...key?.headers, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const asked = () => askDocumented(request, path.split("?")[0]!, "127.0.0.1");
  const answer = await (signal === undefined ? asked() : forCaller(signal, asked));
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  return {
    status: answer.status,
    body: isJson ? (JSON.parse(text) as ApiAnswer["body"]) : { data: text },
    headers: answer.headers,
  };
}

export const get = (key: Pick<TestKey, "headers"> | null, path: string, json?: object): Promise<ApiAnswer> =>
  askApi(key, path, { method: "GET", ...(json ? { json } : {}) });
export const post = (key: Pick<TestKey, "headers"> | null, path: string, json?: object): Promise<ApiAnswer> =>
  askApi(key, path, json ? { json } : {});
