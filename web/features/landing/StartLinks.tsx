import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";

interface StartLinksProps {
  /**
   * The call to action in the landing page's content. It is the text of the link to registration.
   */
  ctaText: string;
  className?: string;
  /**
   * Whether the links are rendered in a preview, which displays the page for signed-out visitors.
   */
  isPicture?: boolean;
}

/** Displays links to registration and login or, for signed-in users, a link to the roadmap. */
export function StartLinks({ ctaText, className, isPicture = false }: StartLinksProps) {
  const isSignedIn = useCurrentUser() !== null && !isPicture;
  return (
    <div className={cn("flex flex-wrap gap-2", className)}>
      <Button
        asChild
        className="h-auto min-h-12 max-w-full px-6 py-2 text-base wrap-anywhere whitespace-normal"
      >
        <a href={isSignedIn ? "/roadmap" : "/register"}>
          {isSignedIn ? "Go to the roadmap" : ctaText}
        </a>
      </Button>
      {isSignedIn ? null : (
        <Button asChild variant="ghost" className="h-12 px-5 text-base">
          <a href="/login">Log in</a>
        </Button>
      )}
    </div>
  );
}
