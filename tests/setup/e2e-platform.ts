import type { DatabaseKind } from "./e2e-server";

/** What a browser test knows about the server that it talks to. */
export interface Platform {
  /** "http://127.0.0.1:PORT/platform/" */
  readonly url: string;
  /** of all demo accounts */
  readonly password: string;
  readonly logFile: string;
  /** what the server printed up to its "Ready:" line */
  readonly output: string;
}

const variable = (kind: string) => `E2E_PLATFORM_${kind.toUpperCase()}`;

/** Playwright's workers are processes of their own and inherit the environment. */
export function publishPlatform(kind: DatabaseKind, platform: Platform): void {
  process.env[variable(kind)] = JSON.stringify(platform);
}

export function readPlatform(kind: string): Platform {
  const text = process.env[variable(kind)];
  if (!text) throw new Error(`No server runs for the project "${kind}".`);
  return JSON.parse(text) as Platform;
}

export type DemoRole = "dispatcher" | "driver" | "super admin";

/** The address of a demo account, as the server announced it at its first start: a line with the role and the address. */
export function demoEmail(output: string, role: DemoRole): string {
  const line = output.split("\n").find((candidate) => candidate.toLowerCase().includes(role) && candidate.includes("@"));
  const email = line && /[\w.+-]+@[\w.-]+\w/.exec(line)?.[0];
  if (!email) throw new Error(`The server announced no demo account for the ${role}. It printed:\n${output}`);
  return email;
}
