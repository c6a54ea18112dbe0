interface AccountNameProps {
  account: { readonly fullName: string | null; readonly username: string };
}

/** The name of an account above its e-mail address. */
export function AccountName({ account: { fullName, username } }: AccountNameProps) {
  return (
    <span className="block @4xl:min-w-44">
      {fullName === null ? null : (
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {fullName}
        </span>
      )}
      <span className="block wrap-anywhere text-muted">{username}</span>
    </span>
  );
}
