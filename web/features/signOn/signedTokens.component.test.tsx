import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { companySignOnApi } from "#contract/companySignOn.ts";
import type { ApplicationSignIn } from "#contract/signedTokens.ts";
import { signedTokensApi } from "#contract/signedTokens.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/company/settings/sign-on/tokens";
const SECRET = "hbt_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U";

const SIGN_ON = { provider: null, callbackUrls: [], signedOutUrls: [], domains: [] };

const section = () => page.getByRole("region", { name: "Signed tokens" });
const form = () => section().getByRole("region", { name: "Your application" });
const secrets = () => section().getByRole("region", { name: "Secrets" });
const attempt = () => section().getByRole("region", { name: "Try it" });
const dialog = () => page.getByRole("dialog");

/** Creates a server of Acme with these settings, which requests change. */
function signOnServer(changes: Partial<ApplicationSignIn> = {}) {
  const settings: ApplicationSignIn = {
    isOn: false,
    name: "",
    loginUrl: null,
    method: "secret",
    jwksUrl: null,
    secrets: [],
    portalUrls: ["https://acme.hearback.example"],
    ...changes,
  };
  let nextId = 1;
  return acmeServer(acmeData({ user: anAdmin() }))
    .respond(companySignOnApi.read, SIGN_ON)
    .respond(signedTokensApi.read, () => settings)
    .respond(signedTokensApi.save, ({ body }) =>
      Object.assign(settings, {
        ...body,
        loginUrl: body.loginUrl || null,
        jwksUrl: body.jwksUrl || null,
      }),
    )
    .respond(signedTokensApi.createSecret, () => {
      const made = { id: (nextId += 1), createdAt: daysAgo(0), isReadable: true };
      settings.secrets = [...settings.secrets, made];
      return { ...made, secret: SECRET };
    })
    .respond(signedTokensApi.removeSecret, ({ params }) => {
      settings.secrets = settings.secrets.filter(({ id }) => id !== params.id);
    })
    .respond(signedTokensApi.sample, { token: "eyJ.sample.token", claims: "{}" })
    .respond(signedTokensApi.check, {
      isAccepted: true,
      reason: null,
      header: '{"alg": "HS256"}',
      claims: '{"sub": "sample-1"}',
    });
}

const aSecret = (id: number, isReadable = true) => ({ id, createdAt: daysAgo(3), isReadable });

test("an admin makes a secret, which is shown once with programs in six languages, and turns signed tokens on", async () => {
  const server = signOnServer();
  await openPage(server, PATH);
  await expect.element(secrets().getByText("No secret yet.")).toBeVisible();
  await expectWellMade("the page before the first secret");
  await secrets().getByRole("button", { name: "Make a secret" }).click();
  await expect.element(dialog().getByText(SECRET)).toBeVisible();
  for (const language of ["Python", "Ruby", "PHP", "Go", "Java", "Node.js"])
    await expect.element(dialog().getByRole("tab", { name: language })).toBeVisible();
  await dialog().getByRole("tab", { name: "Python" }).click();
  await expect.element(dialog().getByText(/def make_token/)).toBeVisible();
  await expectWellMade("the dialog with the secret");
  await dialog().getByRole("button", { name: "Done" }).click();
  await expect.element(secrets().getByText(/^Secret 1/)).toBeVisible();
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();

  await form().getByRole("switch", { name: "Log in by signed tokens" }).click();
  await form().getByLabelText("Name of the application").fill("Studio");
  await expect.element(form().getByText("“Log in with Studio”", { exact: false })).toBeVisible();
  await form()
    .getByLabelText(/^Login page/)
    .fill("https://studio.example.com/login");
  await form().getByRole("button", { name: "Save changes" }).click();
  await expect.element(shownToast()).toMatchTextContent("Signed tokens saved");
  expect(server.calls(signedTokensApi.save)[0]?.body).toEqual({
    isOn: true,
    name: "Studio",
    loginUrl: "https://studio.example.com/login",
    method: "secret",
    jwksUrl: null,
  });
});

test("public keys need an address, errors stand beside their fields, and nothing that was entered is lost", async () => {
  const server = signOnServer({ name: "Studio" }).refuse(
    signedTokensApi.save,
    400,
    "Invalid input",
    { errors: { jwksUrl: ["This address is not on the public internet"] } },
  );
  await openPage(server, PATH);
  await form().getByLabelText("Tokens are signed").selectOptions("keys");
  await form().getByRole("button", { name: "Save changes" }).click();
  const keys = form().getByLabelText("Address of the public keys");
  await expect.element(keys).toHaveAccessibleDescription(/^Enter the address of the public keys/);
  await keys.fill("https://10.0.0.7/keys");
  await form().getByRole("button", { name: "Save changes" }).click();
  await expect.element(keys).toHaveAccessibleDescription(/^This address is not on the public/);
  await expect.element(keys).toHaveValue("https://10.0.0.7/keys");
});

test("with two secrets there is no third one, and an unreadable one is removed", async () => {
  const server = signOnServer({ name: "Studio", secrets: [aSecret(1, false), aSecret(2)] });
  await openPage(server, PATH);
  await expect.element(secrets().getByText("Unreadable after a restore")).toBeVisible();
  await expect
    .element(secrets().getByRole("button", { name: "Make a secret" }))
    .not.toBeInTheDocument();
  await secrets().getByRole("button", { name: "Remove secret 1" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove the secret?" });
  await question.getByRole("button", { name: "Remove" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(server.calls(signedTokensApi.removeSecret)).toMatchObject([{ params: { id: 1 } }]);
  await expect.element(secrets().getByRole("button", { name: "Make a secret" })).toBeVisible();
});

test("a sample token and a pasted one are checked, and the reason is said in words", async () => {
  const settings = { name: "Studio", secrets: [aSecret(1)] };
  const server = signOnServer(settings);
  await openPage(server, PATH);
  const token = attempt().getByLabelText("Token");
  await attempt().getByRole("button", { name: "Make a sample" }).click();
  await expect.element(token).toHaveValue("eyJ.sample.token");
  await attempt().getByRole("button", { name: "Check the token" }).click();
  await expect.element(attempt().getByText("Accepted")).toBeVisible();
  await expectWellMade("an accepted token");
  const reason = "`exp` is missing.";
  server.respond(signedTokensApi.check, {
    isAccepted: false,
    reason,
    header: null,
    claims: null,
  });
  await token.fill("a.b.c");
  await expect.element(attempt().getByText("Accepted")).not.toBeInTheDocument();
  await attempt().getByRole("button", { name: "Check the token" }).click();
  await expect.element(attempt().getByText(reason)).toBeVisible();
  expect(server.calls(signedTokensApi.check).map(({ body }) => body)).toEqual([
    { token: "eyJ.sample.token" },
    { token: "a.b.c" },
  ]);
});
