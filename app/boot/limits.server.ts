import type { Db } from "~/db/client.server";
import { databaseLimiter } from "~/db/limiter.server";
import type { Env } from "~/env.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { redisLimiter } from "~/services/limits/redis-limiter.server";

/** Counts in Redis where one is set, else in the database. @returns what ends it */
export function startLimits({ REDIS_URL: url }: Pick<Env, "REDIS_URL">, database: Db): () => void {
  const inDatabase = databaseLimiter(database);
  const redis = url === undefined ? null : redisLimiter(url, inDatabase);
  setLimits(limitsWith(redis?.limiterOf ?? inDatabase));
  return () => {
    setLimits(undefined);
    redis?.close();
  };
}
