import type { Server } from "socket.io";
import type { ChangeEvent, ProgressEvent, ServerToClient } from "./events";

export type LiveServer = Server<
  Record<string, never>,
  ServerToClient,
  Record<string, never>,
  { companyId?: number; stand?: string }
>;

/** Who hears an event. */
export interface Audience {
  emit(name: "change", event: ChangeEvent): unknown;
  emit(name: "progress", event: ProgressEvent): unknown;
}

/** What publishing needs of the live server. */
export interface Rooms {
  to(room: string): Audience & { except(room: string): Audience };
}

let live: Rooms | undefined;

/** Hears of changes inside this process. */
export type ChangeListener = (companyId: number, event: ChangeEvent) => void;
const listeners = new Set<ChangeListener>();

/** @returns a function that ends the listening */
export function listenToChanges(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** News are kept so long for pages whose socket was not there yet when they were told; at most so many. */
const KEPT_MS = 60_000;
const KEPT = 500;
let kept: { companyId: number; atMs: number; event: ChangeEvent; except: string | undefined }[] = [];

/** News of the company since a moment of this server's clock, oldest first, as far as they are kept. */
export function changesSince(companyId: number, sinceMs: number): ChangeEvent[] {
  return kept.filter((one) => one.companyId === companyId && one.atMs >= sinceMs).map((one) => one.event);
}

function keep(companyId: number, event: ChangeEvent, except: string | undefined): void {
  const atMs = Date.now();
  kept = [...kept.filter((one) => one.atMs >= atMs - KEPT_MS).slice(1 - KEPT), { companyId, atMs, event, except }];
}

/** Set once at boot; before that, and in tests without a socket, publishing does nothing. */
export function setLiveServer(server: Rooms | undefined): void {
  live = server;
}

/**
 * The room of one socket, for the tab that a form says it comes from: it is named together with the form's user, so
 * that nobody hides a change from another's page, and no other room can be meant.
 */
export const tabRoom = (userId: number, socketId: string): string => `tab:${userId}:${socketId}`;
const TAB_ROOM = /^tab:\d{1,16}:[\w-]{1,64}$/;

export const companyRoom = (companyId: number): string => `company:${companyId}`;

/**
 * Tells every tab of the company, except the one that made the change: its own answer already shows it.
 * Call it after the commit, never inside a transaction.
 * @param tab its room
 */
export function publishChange(companyId: number, event: ChangeEvent, tab?: string): void {
  for (const listener of listeners) listener(companyId, event);
  if (!live) return;
  const except = tab !== undefined && TAB_ROOM.test(tab) ? tab : undefined;
  keep(companyId, event, except);
  const room = live.to(companyRoom(companyId));
  (except ? room.except(except) : room).emit("change", event);
}

/**
 * Tells once more what a tab was left out of since a moment of this server's clock: its request was cut off, so the
 * answer that would have shown the change never comes. Everybody hears it.
 */
export function tellAgain(companyId: number, tab: string, sinceMs: number): void {
  for (const { event } of kept.filter(
    (one) => one.companyId === companyId && one.except === tab && one.atMs >= sinceMs,
  ))
    live?.to(companyRoom(companyId)).emit("change", event);
}

export function publishProgress(companyId: number, event: ProgressEvent): void {
  live?.to(companyRoom(companyId)).emit("progress", event);
}
