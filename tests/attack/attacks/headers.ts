import { io } from "socket.io-client";
import type { Attack } from "../attack";
import { siteRoutes } from "../site";
import { mayBeKept, Target } from "../target";
import type { Answer } from "../target";

const policyOf = ({ headers }: Answer): string => String(headers["content-security-policy"] ?? "");
const directive = (answer: Answer, name: string): string =>
  policyOf(answer)
    .split("; ")
    .find((part) => part.startsWith(`${name} `)) ?? "none";
const nonceOf = (answer: Answer): string => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1] ?? "";

/** Scripts that a browser would run although they have no nonce of this answer. */
const withoutNonce = (answer: Answer): string[] =>
  [...answer.text.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !tag.includes(" src=") && !tag.includes(`nonce="${nonceOf(answer)}"`));

/** Whether a page's socket comes through, with the dispatcher's cookie, from a page of that origin. */
function socketFrom(
  target: Target,
  cookie: string,
  extraHeaders: Record<string, string>,
  transport: "websocket" | "polling",
): Promise<string> {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${target.port}`, {
      path: "/platform/socket.io",
      transports: [transport],
      extraHeaders: { Cookie: cookie, ...extraHeaders },
      reconnection: false,
      timeout: 10_000,
      forceNew: true,
    });
    const end = (seen: string) => {
      socket.close();
      resolve(seen);
    };
    socket.on("connect", () => end("connected"));
    socket.on("connect_error", () => end("refused"));
  });
}

/** What browsers are told about every answer, and who may post or listen in somebody's name. */
export const headers: Attack = {
  name: "headers",
  async run({ target, saw }) {
    const cookie = await target.cookieOf("dispatcher");
    const here = `http://127.0.0.1:${target.port}`;
    const page = await target.request("planning", { headers: { Cookie: cookie, Accept: "text/html" } });
    const driverPage = await target.request("driver", {
      headers: { Cookie: await target.cookieOf("driver"), Accept: "text/html" },
    });
    const again = await target.request("planning", { headers: { Cookie: cookie, Accept: "text/html" } });

    saw(
      "scripts of a page",
      "own files and this answer's nonce",
      directive(page, "script-src"),
      /^script-src 'self' 'nonce-[^']{20,}'$/.test(directive(page, "script-src")),
    );
    saw(
      "the nonce of the next answer",
      "another",
      nonceOf(again) === nonceOf(page) ? "the same" : "another",
      nonceOf(again) !== nonceOf(page),
    );
    for (const [name, answer] of [
      ["the plans", page],
      ["the driver's page", driverPage],
      ["the sign-in", await target.request("login", { headers: { Accept: "text/html" } })],
    ] as const) {
      const bare = withoutNonce(answer);
      saw(
        `inline scripts without a nonce on ${name}`,
        "none",
        bare[0] ?? "none",
        answer.status === 200 && bare.length === 0,
      );
    }
    for (const [name, value] of [
      ["frame-ancestors", "'none'"],
      ["object-src", "'none'"],
      ["base-uri", "'none'"],
      ["form-action", "'self'"],
      ["default-src", "'self'"],
    ] as const) {
      saw(name, value, directive(page, name), directive(page, name) === `${name} ${value}`);
    }

    const kept: string[] = [];
    for (const { id, path } of siteRoutes().filter((route) => route.path !== "logout")) {
      const address = path.replace(/\$\w*/g, "1");
      for (const one of [address, `${address}?_data=${encodeURIComponent(id)}`]) {
        const { headers: given } = await target.request(one, { headers: { Cookie: cookie } });
        if (mayBeKept(given) || given["content-security-policy"] === undefined) kept.push(one);
      }
    }
    saw("answers with data that may be kept, or without a policy", "none", kept[0] ?? "none", kept.length === 0);
    const script = /\/platform\/build\/[\w./-]+\.js/.exec(page.text)?.[0] ?? "";
    const file = await target.request(script);
    saw(
      "a file of the build",
      "may be kept",
      file.headers["cache-control"],
      /immutable/.test(String(file.headers["cache-control"])),
    );

    saw(
      "HSTS without HTTPS",
      "none",
      page.headers["strict-transport-security"] ?? "none",
      page.headers["strict-transport-security"] === undefined,
    );
    const behind = await target.request("login", { headers: { "X-Forwarded-Proto": "https" } });
    const hsts = String(behind.headers["strict-transport-security"] ?? "none");
    saw("HSTS behind a proxy with HTTPS", "a year", hsts, hsts.startsWith("max-age=31536000"));

    const post = async (headers: Record<string, string>) =>
      (await target.post("planning", { intent: "none" }, { Cookie: cookie, ...headers })).status;
    saw(
      "a post from another site",
      "403",
      await post({ Origin: "https://evil.example" }),
      (await post({ Origin: "https://evil.example" })) === 403,
    );
    saw(
      "a post from a page without an origin",
      "403",
      await post({ Origin: "null" }),
      (await post({ Origin: "null" })) === 403,
    );
    const own = await post({ Origin: here });
    saw("a post from here", "reaches the page", own, own === 400);
    const proxied = await post({
      Origin: "https://app.example",
      "X-Forwarded-Host": "app.example",
      "X-Forwarded-Proto": "https",
    });
    saw("a post through a trusted proxy", "reaches the page", proxied, proxied === 400);
    const plain = await post({
      Origin: "http://app.example",
      "X-Forwarded-Host": "app.example",
      "X-Forwarded-Proto": "https",
    });
    saw("the same from an unencrypted page", "403", plain, plain === 403);

    for (const transport of ["websocket", "polling"] as const) {
      const foreign = await socketFrom(target, cookie, { Origin: "https://evil.example" }, transport);
      saw(`a socket (${transport}) of another site's page`, "refused", foreign, foreign === "refused");
      const ours = await socketFrom(target, cookie, { Origin: here }, transport);
      saw(`a socket (${transport}) of a page of ours`, "connected", ours, ours === "connected");
    }

    const distrustful = await Target.start(target.storage.kind, { TRUST_PROXY: "false" });
    try {
      const forged = {
        Origin: "https://evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
      };
      const { status } = await distrustful.post(
        "planning",
        { intent: "none" },
        { Cookie: await distrustful.cookieOf("dispatcher"), ...forged },
      );
      saw("a post with a forwarded host that nobody trusted wrote", "403", status, status === 403);
      const socket = await socketFrom(distrustful, await distrustful.cookieOf("dispatcher"), forged, "websocket");
      saw("a socket with such a host", "refused", socket, socket === "refused");
    } finally {
      await distrustful.stop();
    }
  },
};
