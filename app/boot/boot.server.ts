import type { Server as HttpServer } from "node:http";
import type { Env } from "~/env.server";
import { newestAnnouncement } from "~/db/repositories/site-announcements.server";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { setPublisher } from "~/realtime/publisher.server";
import { startLiveServer } from "~/realtime/socket.server";
import { services } from "~/services/container.server";
import { secretOf } from "~/services/secret.server";
import { prepareDataFolder } from "./data-folder.server";
import { startDatabase } from "./database.server";
import { announceDemo } from "./demo-accounts.server";
import { startJobs } from "./jobs.server";
import { holdSqliteFile, noteOtherServers } from "./only-server.server";
import { sealedWithAnother } from "./sealed-values.server";

interface Running {
  /** Lines for the console: the demo accounts. */
  announcements: string[];
  /** Gives calculations back to the queue, closes sockets and the database. */
  stop(): Promise<void>;
}

/**
 * Starts all parts in one process, after the port is taken and before requests are accepted. Each part can be started
 * alone.
 */
export async function boot(settings: Env, httpServer: HttpServer, siteVersion: string): Promise<Running> {
  await prepareDataFolder(settings.dataDir);
  const held = await holdSqliteFile(settings);
  // Before the first sign-in needs it: a disk that is full, or half a file, ends the start.
  secretOf(settings);
  const { database, stop: stopDatabase } = await startDatabase(settings);
  const serving = await noteOtherServers(database);
  const fault = await sealedWithAnother(database);
  if (fault !== null) console.error(fault);
  const announcements = await announceDemo(settings, database);
  setPublisher(inProcessPublisher());
  const newest = async () => (await newestAnnouncement(database))?.id ?? 0;
  const live = startLiveServer(httpServer, siteVersion, settings.SESSION_LOOK_SEC * 1000, newest);
  const stopJobs = startJobs();
  return {
    announcements,
    async stop() {
      await stopJobs();
      await live.close();
      setPublisher(undefined);
      const { solver, spreadsheets, files, miniatures, mailer } = services();
      await Promise.all([solver.close(), spreadsheets.close(), files.close(), miniatures.close()]);
      mailer.close();
      await serving?.release();
      await stopDatabase();
      held?.release();
    },
  };
}
