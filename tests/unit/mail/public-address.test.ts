import { expect, it } from "vitest";
import { parseEnv } from "~/env.server";
import { publicOrigin } from "~/services/public-address.server";

it.each([
  [{ PUBLIC_URL: "https://routes.example/" }, "https://routes.example"],
  [{ PUBLIC_URL: "http://10.0.0.5:8080", APP_HOST: "app.example" }, "http://10.0.0.5:8080"],
  [{ APP_HOST: "app.example", SECURE_COOKIES: "1" }, "https://app.example"],
  [{ APP_HOST: "app.example:8443" }, "http://app.example:8443"],
  [{}, "http://localhost:3000"],
  [{ HOST: "0.0.0.0", PORT: "80" }, "http://localhost"],
  [{ HOST: "::1" }, "http://[::1]:3000"],
])("with %j links of mails begin with %s", (source, origin) => {
  expect(publicOrigin(parseEnv(source))).toBe(origin);
});

it.each([
  [{ PUBLIC_URL: "https://routes.example/platform" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "ftp://routes.example" }, "PUBLIC_URL"],
  [{ APP_HOST: "app.example/evil" }, "APP_HOST"],
  [{ SMTP_URL: "http://mail.example" }, "SMTP_URL"],
  [{ MAIL_FROM: "nobody" }, "MAIL_FROM"],
  [{ MAIL_FROM: "a@b.example\r\nBcc: c@d.example" }, "MAIL_FROM"],
])("%j stops the start and names the variable", (source, name) => {
  expect(() => parseEnv(source)).toThrow(`The environment variable ${name} is wrong`);
});
