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

/** The customer as an author, in the form for the customer and the company's admins. */
export const author: Author = { username: user.username, fullName: user.fullName };

/** The customer as an author, in the form for all other viewers. */
export const authorForVisitors: Author = { username: "r•••", fullName: user.fullName };
