import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";

interface ReturnOptions {
  /** The query string to return to after the login; the current query string by default. */
  readonly search?: string;
  /** Whether the login page replaces the current history entry. */
  readonly replace?: boolean;
}

/**
 * Returns a function that opens the login page. After the login, the current page is opened again.
 */
export function useLoginRedirect(): (options?: ReturnOptions) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return ({ search = location.search, replace = false } = {}) => {
    navigate(`/login?from=${encodeURIComponent(location.pathname + search)}`, { replace });
  };
}
