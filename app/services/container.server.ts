import { availableParallelism } from "node:os";
import path from "node:path";
import { baseMapsOf } from "./base-map/base-maps.server";
import type { BaseMaps } from "./base-map/base-maps.server";
import { systemClock } from "./clock";
import type { Clock } from "./clock";
import { fileMaker } from "./export/file-maker.server";
import type { FileMaker } from "./export/file-maker.server";
import { geocoderOf } from "./geocoding/geocoder-of.server";
import type { Geocoder } from "./geocoding/geocoder";
import { mailerOf } from "./mail/mailer-of.server";
import type { Mailer } from "./mail/mailer";
import { invoiceProvider } from "./payment/invoice-provider";
import type { PaymentProvider } from "./payment/payment-provider";
import { stripeProvider } from "./payment/stripe-provider";
import { pushSenderOf } from "./push/push-sender-of.server";
import type { PushSender } from "./push/push-sender.server";
import { miniatureMaker } from "./images/miniatures.server";
import type { Miniatures } from "./images/miniatures.server";
import { regionsIn } from "./roads/regions.server";
import type { Regions } from "./roads/regions.server";
import { createRouting } from "./routing/routing.server";
import type { Routing } from "./routing/routing.server";
import { travelCache } from "./routing/travel-cache.server";
import { smsSenderOf } from "./sms/sms-of.server";
import type { SmsSender } from "./sms/sms";
import { openidSignIn } from "./social/openid.server";
import type { SocialSignIn } from "./social/social-sign-in";
import { spreadsheetReader } from "./spreadsheet/reader.server";
import type { SpreadsheetReader } from "./spreadsheet/workbook";
import { localDiskStorage } from "./storage/local-disk.server";
import type { FileStorage } from "./storage/storage";
import { webhookSender } from "./webhooks/webhook-sender.server";
import type { WebhookSender } from "./webhooks/webhook-sender.server";
import { createSolverPool } from "./solver/solver-pool.server";
import type { SolverPool } from "./solver/solver-pool.server";
import type { Env } from "~/env.server";
import { env } from "~/env.server";
import { outsideTransactions } from "~/lib/within-transaction.server";

/** The outside world, chosen once by the environment: each kind has a real adapter and one that needs nothing. */
export interface Services {
  clock: Clock;
  /** whose roads, addresses and map `npm run roads` has built */
  regions: Regions;
  /** what is drawn under routes */
  baseMaps: BaseMaps;
  /** where addresses are looked up */
  geocoder: Geocoder;
  routing: Routing;
  solver: SolverPool;
  storage: FileStorage;
  spreadsheets: SpreadsheetReader;
  files: FileMaker;
  miniatures: Miniatures;
  /** sends at once; what tells of a change goes through `queueMail` */
  mailer: Mailer;
  /** sends text messages at once */
  sms: SmsSender;
  social: SocialSignIn;
  payment: PaymentProvider;
  /** messages to browsers that have asked for them */
  push: PushSender;
  /** requests to the programs of companies */
  webhooks: WebhookSender;
}

function create(settings: Env): Services {
  const regions = regionsIn(settings.dataDir);
  const roads = {
    osrmUrl: settings.OSRM_URL,
    valhallaUrl: settings.VALHALLA_URL,
    detourFactor: settings.DETOUR_FACTOR,
    workerDir: settings.WORKER_DIR,
    dataDir: settings.dataDir,
  };
  const storage = localDiskStorage(path.join(settings.dataDir, "files"));
  return {
    clock: systemClock,
    regions,
    baseMaps: baseMapsOf(settings, regions),
    geocoder: geocoderOf(settings),
    // A change by hand needs a few legs at once; the tables of calculations are made in their own processes.
    routing: createRouting({ ...roads, regions, actors: 1, cache: travelCache }),
    solver: createSolverPool({
      workerDir: settings.WORKER_DIR,
      size: settings.SOLVER_WORKERS,
      threads: settings.SOLVER_THREADS,
      memoryMb: settings.CALCULATION_MEMORY_MB,
      roads: { ...roads, actors: Math.max(1, Math.round(availableParallelism() / settings.SOLVER_WORKERS)) },
      cache: travelCache,
    }),
    storage,
    spreadsheets: spreadsheetReader(path.join(settings.WORKER_DIR, "spreadsheet.worker.js")),
    files: fileMaker(path.join(settings.WORKER_DIR, "make-file.worker.js")),
    miniatures: miniatureMaker(path.join(settings.WORKER_DIR, "make-miniature.worker.js"), storage),
    mailer: mailerOf(settings),
    sms: smsSenderOf(settings),
    social: openidSignIn(settings.providers),
    payment: paymentOf(settings),
    push: pushSenderOf(settings),
    webhooks: webhookSender({
      allowPrivate: settings.WEBHOOKS_ALLOW_PRIVATE === "1",
      allowLocalhost: settings.NODE_ENV === "development",
    }),
  };
}

const paymentOf = ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL }: Env): PaymentProvider =>
  STRIPE_SECRET_KEY === undefined
    ? invoiceProvider
    : stripeProvider({
        secretKey: STRIPE_SECRET_KEY,
        webhookSecret: STRIPE_WEBHOOK_SECRET ?? "",
        apiUrl: STRIPE_API_URL,
      });

let current: Services | undefined;

/** Those that take long, with what they answer at once. */
const SLOW: Partial<Record<keyof Services, readonly string[]>> = {
  geocoder: [],
  routing: ["estimates", "roadEngines"],
  solver: [],
  storage: [],
  spreadsheets: [],
  files: [],
  miniatures: ["hasNone"],
  mailer: [],
  sms: [],
  social: [],
  payment: ["name"],
  push: ["publicKey"],
  webhooks: ["refusal"],
};

/** The same services, of which no slow one can be asked inside a transaction. */
const guarded = (all: Services): Services =>
  new Proxy(all, {
    get(target, name: keyof Services) {
      const service = target[name];
      const free = SLOW[name];
      return free === undefined ? service : outsideTransactions(name, service, free);
    },
  });

export function services(): Services {
  current ??= guarded(create(env()));
  return current;
}

/** For tests: a fixed clock, an engine that fails, a solver without threads. */
export function setServices(replacement: Services | undefined): void {
  current = replacement === undefined ? undefined : guarded(replacement);
}
