import type { Author, User } from "../users.ts";

/** A customer of the example company. */
export const user: User = {
  id: 7,
  username: "robin@customer.example",
  fullName: "Robin Reyes",
  role: "user",
  companyId: 1,
  mustChangePassword: false,
  mustSetUpMfa: false,
  confirmedAt: "2026-03-02T09:18:00.000Z",
  mustConfirmEmail: false,
  createdAt: "2026-03-02T09:15:00.000Z",
};

/** The author data that the customer and the company's admins receive. */
export const author: Author = { username: user.username, fullName: user.fullName };

/** The author data that all other viewers receive, with a masked e-mail address. */
export const authorForVisitors: Author = { username: "r•••", fullName: user.fullName };
