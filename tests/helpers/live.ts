import type { ChangeEvent } from "~/realtime/events";
import { setLiveServer } from "~/realtime/publisher.server";
import type { Audience } from "~/realtime/publisher.server";

/**
 * Hears what is published, in place of the socket: the way over it has a test of its own. End it with
 * `setLiveServer(undefined)`.
 */
export function hearChanges(hear: (event: ChangeEvent, room: string, except: string | undefined) => void): void {
  const audience = (room: string, except?: string): Audience & { except(socketId: string): Audience } => ({
    emit: (_: string, event: object) => {
      if ("model" in event) hear(event as ChangeEvent, room, except);
    },
    except: (tab) => audience(room, tab),
  });
  setLiveServer({ to: (room) => audience(room) });
}
