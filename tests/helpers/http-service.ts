import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
  atMs: number;
}

export interface HttpService {
  url: string;
  /** since the last `answers` */
  asked: Asked[];
  /** one after the other; the last one stays */
  answers(...answers: Answer[]): void;
}

export type Answer = (response: ServerResponse, asked: Asked) => void;

export const jsonAnswer =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };

/** A small server that stands for a service on the network. */
export function useHttpService(): HttpService {
  let left: Answer[] = [];
  const service: HttpService = {
    url: "",
    asked: [],
    answers(...answers) {
      left = answers;
      service.asked = [];
    },
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const asked = {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
        atMs: performance.now(),
      };
      service.asked.push(asked);
      const answer = left.length > 1 ? left.shift() : left[0];
      answer?.(response, asked);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return service;
}
