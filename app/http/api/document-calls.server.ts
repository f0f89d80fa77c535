/** What the API says of itself: its document, and the page that shows it and tries its calls. */
import { json } from "@remix-run/node";
import { z } from "zod";
import { BASE_PATH, paths } from "~/paths";
import { openCall } from "./api-call.server";
import type { ApiCall } from "./api-call.server";
import { openApiOf } from "./openapi.server";

const open = {
  methods: ["GET"],
  access: "anyone",
  input: z.strictObject({}),
  answer: null,
  changes: false,
} as const;

/** Scripts and styles are files of this server: the content policy allows no others, and none within the page. */
const page = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Route planning</title>
<link rel="icon" href="${BASE_PATH}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${BASE_PATH}/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="${BASE_PATH}/api-docs/page.css">
<script src="${BASE_PATH}/api-docs/theme.js"></script>
</head>
<body>
<p><a href="${BASE_PATH}${paths.companyApi()}">Keys</a> ·
<a href="${BASE_PATH}${paths.apiDocument()}">OpenAPI document</a></p>
<main id="calls" data-document="${BASE_PATH}${paths.apiDocument()}"><p>All calls stand in the
<a href="${BASE_PATH}${paths.apiDocument()}">OpenAPI document</a>; this page needs scripts to show them.</p></main>
<script src="${BASE_PATH}/swagger-ui/swagger-ui-bundle.js"></script>
<script src="${BASE_PATH}/api-docs/page.js"></script>
</body>
</html>
`;

/** @param calls all others */
export function documentCalls(calls: readonly ApiCall[]): ApiCall[] {
  const own: ApiCall[] = [
    openCall({
      ...open,
      path: "openapi.json",
      media: ["application/json"],
      summary: "Answers this document.",
      run: async (_session, _input, { request }) => json(openApiOf([...calls, ...own], new URL(request.url).origin)),
    }),
    openCall({
      ...open,
      path: "docs",
      media: ["text/html"],
      summary: "Answers the page that shows this document.",
      run: async () => new Response(page(), { headers: { "Content-Type": "text/html; charset=utf-8" } }),
    }),
  ];
  return own;
}
