import pg from "pg";

/** Reads the version of PostgreSQL, such as `18.4`. */
export async function readServerVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "";
  } finally {
    await client.end();
  }
}
