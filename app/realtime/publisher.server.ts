import type { Server } from "socket.io";
import type { ChangeEvent, ProgressEvent, ServerToClient } from "./events";

export type LiveServer = Server<Record<string, never>, ServerToClient>;

/** Who hears an event. */
export interface Audience {
  emit(name: "change", event: ChangeEvent): unknown;
  emit(name: "progress", event: ProgressEvent): unknown;
}

/** What publishing needs of the live server. */
export interface Rooms {
  to(room: string): Audience & { except(socketId: string): Audience };
}

let live: Rooms | undefined;

/** Set once at boot; before that, and in tests without a socket, publishing does nothing. */
export function setLiveServer(server: Rooms | undefined): void {
  live = server;
}

export const companyRoom = (companyId: number): string => `company:${companyId}`;

/**
 * Tells every tab of the company, except the one that made the change: its own answer already shows it.
 * Call it after the commit, never inside a transaction.
 */
export function publishChange(companyId: number, event: ChangeEvent, exceptSocketId?: string): void {
  if (!live) return;
  const room = live.to(companyRoom(companyId));
  (exceptSocketId ? room.except(exceptSocketId) : room).emit("change", event);
}

export function publishProgress(companyId: number, event: ProgressEvent): void {
  live?.to(companyRoom(companyId)).emit("progress", event);
}
