/** The parts of a service worker's world that are used here. The compiler's own types of it don't go with a page's. */

interface WorkerEvent extends Event {
  /** keeps the worker running until it is done */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface MessageFromPage extends WorkerEvent {
  readonly data: unknown;
}

interface PushedEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationClick extends WorkerEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

interface WindowOfSite {
  readonly url: string;
  focus(): Promise<unknown>;
  /** null: it left the site meanwhile */
  navigate(url: string): Promise<WindowOfSite | null>;
}

interface ShownNotification {
  body: string;
  tag: string;
  renotify: boolean;
  icon: string;
  data: unknown;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: MessageFromPage;
  push: PushedEvent;
  notificationclick: NotificationClick;
}

interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<WindowOfSite[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: { showNotification(title: string, options: ShownNotification): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}

export const worker = globalThis as unknown as WorkerScope;
