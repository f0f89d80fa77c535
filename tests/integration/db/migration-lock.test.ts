import { expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import { migrateLatest } from "~/db/migrate.server";
import { databases } from "../../helpers/databases";

it.skipIf(!databases().includes("mariadb"))(
  "a server that gives no lock for migrations is told from another process that has it",
  async () => {
    // Without a database there is no name for the lock, and MariaDB answers NULL.
    const database = createDatabase({ url: process.env.TEST_MARIADB_URL });
    await expect(migrateLatest(database)).rejects.toThrow("The database server gave no lock for migrations.");
    await database.destroy();
  },
);
