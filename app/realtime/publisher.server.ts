import { afterwards } from "~/lib/afterwards.server";
import { ANNOUNCED } from "./events";
import type { ChangeEvent, PositionEvent, ProgressEvent } from "./events";

/** What the pages of a company are told, or those of all. */
export type LiveMessage =
  | {
      kind: "change";
      companyId: number;
      event: ChangeEvent;
      /** the room of the tab that made the change: its own answer shows it */
      except: string | undefined;
    }
  | { kind: "progress"; companyId: number; event: ProgressEvent }
  | { kind: "positions"; companyId: number; events: PositionEvent[] }
  /** for everybody: pages ask whether to load anew what was upgraded */
  | { kind: "site"; companyId: null; version: string };

export type LiveListener = (message: LiveMessage) => void;

/** Carries news from where something changes to whatever holds connections open, in this process or in others. */
export interface Publisher {
  /** The listeners of this process have heard it when this returns. */
  publish(message: LiveMessage): void;
  /** @returns a function that ends the listening */
  listen(listener: LiveListener): () => void;
}

const noPublisher: Publisher = { publish: () => undefined, listen: () => () => undefined };
let publisher = noPublisher;

/** Set once at boot, before anything listens; without one, as in tests, nothing is published. */
export function setPublisher(next: Publisher | undefined): void {
  publisher = next ?? noPublisher;
}

export const listenToLive = (listener: LiveListener): (() => void) => publisher.listen(listener);

/**
 * The room of one socket, for the tab that a form says it comes from: it is named together with the form's user, so
 * that a change can't be hidden from another user's page, and no other room can be addressed.
 */
export const tabRoom = (userId: number, socketId: string): string => `tab:${userId}:${socketId}`;
const TAB_ROOM = /^tab:\d{1,16}:[\w-]{1,64}$/;

export const companyRoom = (companyId: number): string => `company:${companyId}`;

/**
 * Sends a change to every tab of the company, except the one that made it: its own answer already shows it.
 * Call it after the commit, never inside a transaction; within `allOrNothing` it waits for the end.
 * @param tab its room
 */
export function publishChange(companyId: number, event: ChangeEvent, tab?: string): void {
  const except = tab !== undefined && TAB_ROOM.test(tab) ? tab : undefined;
  afterwards(() => publisher.publish({ kind: "change", companyId, event, except }));
}

export function publishProgress(companyId: number, event: ProgressEvent): void {
  publisher.publish({ kind: "progress", companyId, event });
}

/** Call it after they were stored. */
export function publishPositions(companyId: number, events: PositionEvent[]): void {
  publisher.publish({ kind: "positions", companyId, events });
}

/** A version that no page came with. @param id of the announcement */
export const announcedVersion = (id: number): string => `${ANNOUNCED}${id}`;

/** Every open page asks whether to apply what was upgraded. @param version another one than pages came with */
export function publishSite(version: string): void {
  publisher.publish({ kind: "site", companyId: null, version });
}
