import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { verifyToken } from "./verifyToken.ts";

const PORTAL = "https://feedback.acme.example";
const SECRET = "hbt_the-secret-of-the-application-0123456789ab";
/** A name that must be escaped in JSON. All languages read this literal. */
const NAME = String.raw`"Zo\u00eb \"Z\" Quist"`;
const IDENTITY = `"id": 7, "email": "zoe@example.com", "name": ${NAME}`;
const COMPANY = `"company": {"id": "org-7", "name": "Initech", "plan": "Pro", "monthlySpend": 490.5}`;
const PLACE = `"${PORTAL}", "${SECRET}"`;

interface Language {
  fence: string;
  file: string;
  /** What runs the file, and the arguments that ask the program for its version. */
  command: readonly [string, ...string[]];
  version: readonly string[];
  /** Returns a program that prints a token. */
  program: (sample: string) => string;
  hasCompany: boolean;
}

const LANGUAGES: readonly Language[] = [
  {
    fence: "js",
    file: "program.mjs",
    command: [process.execPath],
    version: ["--version"],
    program: (sample) =>
      `${sample}\nconsole.log(makeToken({ ${IDENTITY}, ${COMPANY} }, ${PLACE}));`,
    hasCompany: true,
  },
  {
    fence: "python",
    file: "program.py",
    command: ["python3"],
    version: ["--version"],
    program: (sample) => `${sample}\nprint(make_token({ ${IDENTITY}, ${COMPANY} }, ${PLACE}))`,
    hasCompany: true,
  },
  {
    fence: "ruby",
    file: "program.rb",
    command: ["ruby"],
    version: ["--version"],
    program: (sample) => `${sample}\nputs make_token({ ${IDENTITY}, ${COMPANY} }, ${PLACE})`,
    hasCompany: true,
  },
  {
    fence: "php",
    file: "program.php",
    command: ["php"],
    version: ["--version"],
    program: (sample) =>
      `<?php\n${sample}\necho make_token(json_decode('{ ${IDENTITY}, ${COMPANY} }', true), ${PLACE});`,
    hasCompany: true,
  },
  {
    fence: "go",
    file: "program.go",
    command: ["go", "run"],
    version: ["version"],
    program: (sample) => `package main

import "fmt"

${sample}

func main() {
	token, _ := makeToken("7", "zoe@example.com", ${NAME}, &Company{"org-7", "Initech", "Pro", 490.5}, ${PLACE})
	fmt.Println(token)
}`,
    hasCompany: true,
  },
  {
    fence: "java",
    file: "Program.java",
    command: ["java"],
    version: ["-version"],
    program: (sample) =>
      sample.replace(
        "class Tokens {",
        `class Program {
    public static void main(String[] arguments) throws GeneralSecurityException {
        System.out.println(Tokens.make("7", "zoe@example.com", ${NAME}, ${PLACE}));
    }
}

class Tokens {`,
      ),
    hasCompany: false,
  },
];

/** Returns the program of a language in the documentation, which makes a token. */
async function sampleOf(fence: string): Promise<string> {
  const document = await readFile(join(ROOT, "docs/signing-on.md"), "utf8");
  const [, programs = ""] = document.split("### Programs that make a token");
  const [, sample] = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, "ms").exec(programs) ?? [];
  if (sample === undefined) throw new Error(`There is no program in ${fence}`);
  return sample;
}

const run = promisify(execFile);
const isInstalled = ({ command: [name], version }: Language) =>
  spawnSync(name, version).status === 0;

test("the settings page shows the programs of the documentation", async () => {
  const shown = await readFile(join(ROOT, "web/features/signOn/tokenSamples.ts"), "utf8");
  for (const { fence } of LANGUAGES) {
    const inTemplate = (await sampleOf(fence)).trimEnd().replaceAll(/[\\`]|\$\{/g, "\\$&");
    expect(shown).toContain(`code: \`${inTemplate}\``);
  }
});

for (const language of LANGUAGES)
  test.skipIf(!isInstalled(language))(
    `the program in ${language.fence} of the documentation makes a token that the portal accepts (skipped without the language)`,
    async () => {
      const stdout = await outputOf(language);
      const verification = { method: "secret", secrets: [SECRET] } as const;
      const { claims } = await verifyToken(stdout.trim(), verification, [PORTAL]);
      expect(claims).toMatchObject({
        sub: "7",
        email: "zoe@example.com",
        name: 'Zoë "Z" Quist',
        jti: expect.any(String),
        ...(language.hasCompany && {
          company: { id: "org-7", name: "Initech", plan: "Pro", monthlySpend: 490.5 },
        }),
      });
      expect(claims.exp - claims.iat).toBe(300);
    },
  );

async function outputOf({ fence, file, program, command: [name, ...args] }: Language) {
  const folder = await mkdtemp(join(tmpdir(), "hearback-samples-"));
  try {
    const path = join(folder, file);
    await writeFile(path, program(await sampleOf(fence)));
    return (await run(name, [...args, path], { timeout: 60_000 })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
