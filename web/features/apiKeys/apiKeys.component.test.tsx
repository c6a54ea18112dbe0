import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ApiKey } from "#contract/apiKeys.ts";
import { apiKeysApi, EXPIRY_IS_PAST } from "#contract/apiKeys.ts";
import { webhooksApi } from "#contract/webhooks.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/company/api";
const SECRET = `hb_${"k".repeat(39)}abcd`;

const rows = () => tableRows("API keys");
const button = (name: string) => page.getByRole("button", { name });
const dialog = (name: string) => page.getByRole("dialog", { name });

const aKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: 3,
  name: "Support desk",
  hint: "x9Qa",
  scopes: ["feedback:read", "people:read"],
  state: "active",
  createdBy: "Alex Admin",
  createdAt: daysAgo(9),
  expiresAt: null,
  lastUsedAt: daysAgo(1),
  lastUsedIp: "203.0.113.7",
  ...changes,
});

/** Creates a server of Acme with these keys. Requests that change keys change the array. */
function keysServer(keys: ApiKey[]) {
  return acmeServer(acmeData({ user: anAdmin() }))
    .respond(webhooksApi.list, () => [])
    .respond(apiKeysApi.list, () => keys)
    .respond(apiKeysApi.create, ({ body: { expiresAt = null, ...body } }) => {
      const unused = { hint: "abcd", lastUsedAt: null, lastUsedIp: null };
      const made = aKey({ ...body, ...unused, id: 9, expiresAt });
      keys.unshift(made);
      return { ...made, key: SECRET };
    })
    .respond(apiKeysApi.update, ({ body }) => Object.assign(keys[0] ?? aKey(), body))
    .respond(apiKeysApi.remove, ({ params: { id } }) => {
      keys.splice(
        keys.findIndex((key) => key.id === id),
        1,
      );
    });
}

test("an admin makes a key by keyboard, and copies it and a first call from the only dialog that shows it", async () => {
  const server = keysServer([]);
  await openPage(server, PATH);
  await expect.element(page.getByText("No API keys yet")).toBeVisible();
  await expectWellMade("the page without keys");
  await pressKeys(button("New key"), "{Enter}");
  const form = dialog("New API key");
  await expect.element(form.getByLabelText("Name")).toHaveFocus();
  await expectWellMade("the form for a key");
  await userEvent.keyboard("Support desk{Tab}");
  await expect.element(form.getByRole("checkbox", { name: "Read feedback" })).toHaveFocus();
  await userEvent.keyboard("{Tab} ");
  await expect.element(form.getByRole("checkbox", { name: "Write feedback" })).toBeChecked();
  await form.getByRole("button", { name: "Make key" }).click();
  const shown = dialog("Copy your API key");
  await expect.element(shown.getByText(SECRET, { exact: true })).toBeVisible();
  await expectWellMade("the dialog with the key");
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await shown.getByRole("button", { name: "Copy key" }).click();
  await shown.getByRole("button", { name: "Copy call" }).click();
  await expect
    .poll(() => write.mock.calls)
    .toEqual([
      [SECRET],
      [
        `curl ${window.location.origin}/api/feedback?limit=5 \\\n  -H "Authorization: Bearer ${SECRET}"`,
      ],
    ]);
  await userEvent.keyboard("{Escape}");
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(button("New key")).toHaveFocus();
  await expect.element(rows().nth(0)).toMatchTextContent(/Support desk.*hb_…abcd.*Never.*Never/);
  expect(document.body.textContent).not.toContain(SECRET);
  expect(server.calls(apiKeysApi.create)).toMatchObject([
    {
      body: { name: "Support desk", scopes: ["feedback:read", "feedback:write"], expiresAt: null },
    },
  ]);
});

test("the list says what each key may do, when and from where it was used, and why a key does not work", async () => {
  const server = keysServer([
    aKey(),
    aKey({ id: 4, name: "Old", state: "expired", expiresAt: daysAgo(2) }),
    aKey({ id: 5, name: "Left", state: "maker_left", createdBy: null, lastUsedAt: null }),
  ]);
  await openPage(server, PATH);
  await expect
    .element(rows().nth(0))
    .toMatchTextContent(/Support desk.*Read feedback.*See people.*ago.*203\.0\.113\.7.*Never/);
  await expect.element(rows().nth(1)).toMatchTextContent(/Old.*Expired/);
  await expect
    .element(rows().nth(2))
    .toMatchTextContent(/Left.*Made by a deleted account.*Off: its maker is no admin any more/);
  await page.viewport(375, 740);
  await expectWellMade("the list of keys on a phone");
});

test("the form shows what is missing or refused beside the fields, and stays open", async () => {
  const server = keysServer([]).refuse(apiKeysApi.create, 400, EXPIRY_IS_PAST, {
    errors: { expiresAt: [EXPIRY_IS_PAST] },
  });
  await openPage(server, PATH);
  await button("New key").click();
  const form = dialog("New API key");
  const alertOf = (message: string) => form.getByRole("alert").filter({ hasText: message });
  await form.getByRole("checkbox", { name: "Read feedback" }).click();
  await form.getByRole("button", { name: "Make key" }).click();
  for (const message of ["Name is required", "Choose at least one scope"])
    await expect.element(alertOf(message)).toBeVisible();
  expect(server.calls(apiKeysApi.create)).toEqual([]);
  await form.getByLabelText("Name").fill("Support desk");
  await form.getByRole("checkbox", { name: "Moderate" }).click();
  await form.getByLabelText("Last day (optional)").fill("2020-01-01");
  await form.getByRole("button", { name: "Make key" }).click();
  await expect.element(alertOf(EXPIRY_IS_PAST)).toBeVisible();
});

test("Enter without a scope moves the focus to the scopes, and their message is in view", async () => {
  await page.viewport(375, 600);
  await openPage(keysServer([]), PATH);
  await button("New key").click();
  const form = dialog("New API key");
  await form.getByLabelText("Name").fill("Support desk");
  await form.getByRole("checkbox", { name: "Read feedback" }).click();
  await pressKeys(form.getByRole("checkbox", { name: "Change settings" }), "{Enter}");
  await expect.element(form.getByRole("checkbox", { name: "Read feedback" })).toHaveFocus();
  await expect.element(form.getByText("Choose at least one scope")).toBeInViewport({ ratio: 1 });
});

test("an admin changes the scopes of a key, and revokes it after a question", async () => {
  const server = keysServer([aKey()]);
  await openPage(server, PATH);
  await button("Change the key Support desk").click();
  const form = dialog("Change API key");
  await expect.element(form.getByLabelText("Name")).toHaveValue("Support desk");
  await form.getByRole("checkbox", { name: "See people" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(server.calls(apiKeysApi.update)).toMatchObject([
    { params: { id: 3 }, body: { scopes: ["feedback:read"] } },
  ]);
  await pressKeys(button("Revoke the key Support desk"), "{Enter}");
  const question = page.getByRole("alertdialog", { name: "Revoke API key?" });
  await expect.element(question).toMatchTextContent(/Support desk are refused from now on/);
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect.element(page.getByText("No API keys yet")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "API keys" })).toHaveFocus();
});
