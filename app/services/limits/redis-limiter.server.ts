import { Redis } from "ioredis";
import type { Command } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { LimiterOptions } from "./limits.server";

type LimiterOf = (options: LimiterOptions) => RateLimiterAbstract;

interface RedisLimiter {
  limiterOf: LimiterOf;
  close(): void;
}

/** A request waits no longer than this for a count; then the database counts. */
const LONGEST_WAIT_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * A Redis that hangs keeps its connection, and each command would wait anew. The first one that gets no answer closes
 * it: Redis counts as gone until a new connection answers.
 */
class QuickRedis extends Redis {
  override sendCommand(command: Command, ...rest: [never?]): unknown {
    command.promise.catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== "Command timed out") return;
      this.emit("error", new Error(`no answer within ${LONGEST_WAIT_MS} ms`));
      this.disconnect(true);
    });
    return super.sendCommand(command, ...rest);
  }
}

/**
 * Counters in a Redis that all processes share. While it does not answer, the other counters count: nobody gets in
 * without being counted, and nobody is kept out.
 * @param otherwise counters of the database
 */
export function redisLimiter(url: string, otherwise: LimiterOf): RedisLimiter {
  const client = new QuickRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: LONGEST_WAIT_MS,
    retryStrategy: (times) => Math.min(times * 200, LONGEST_PAUSE_MS),
  });
  let isAway = false;
  const away = (why: string): void => {
    // Each attempt to reach it fails in the same way.
    if (!isAway) console.warn(`Redis (REDIS_URL) does not answer: ${why}. Limits are counted in the database.`);
    isAway = true;
  };
  client.on("error", ({ message }: Error) => away(message));
  client.on("close", () => away("the connection was closed"));
  client.on("ready", () => {
    isAway = false;
  });
  return {
    limiterOf: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `route-platform:${options.keyPrefix}`,
        storeClient: client,
        rejectIfRedisNotReady: true,
        insuranceLimiter: otherwise(options),
      }),
    close() {
      isAway = true;
      client.disconnect();
    },
  };
}
