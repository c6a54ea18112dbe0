import { DropdownMenu as RadixMenu } from "radix-ui";
import type { CompanySettings } from "#contract/companySettings.ts";
import { ROADMAP_ORDER_LABELS, ROADMAP_ORDERS } from "#contract/feedbackFilters.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ArrowUpDown } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { ChevronDown } from "#web/ui/icons.ts";

/** The menu with which admins choose how the columns are ordered, for everyone. */
export function RoadmapOrderMenu({ id, roadmapOrder }: CompanySettings) {
  const update = useApiMutation("PATCH /api/company/:companyId", {
    changes: "roadmapOrder",
    errorFallback: "Failed to change the order of the roadmap",
  });
  const shown = update.variables?.body?.roadmapOrder ?? roadmapOrder;
  const order = update.isPending ? shown : roadmapOrder;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="secondary"
          aria-label={`Order: ${ROADMAP_ORDER_LABELS[order]}`}
          className="max-md:px-3 print:hidden noscript:hidden"
        >
          <span className="max-md:hidden">{ROADMAP_ORDER_LABELS[order]}</span>
          <ArrowUpDown aria-hidden="true" className="text-muted md:hidden" />
          <ChevronDown aria-hidden="true" className="text-muted max-md:hidden" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-72 max-w-full">
        <DropdownMenuLabel>
          Order of the cards in each column, for everyone. By hand, drag a card to its place.
        </DropdownMenuLabel>
        <RadixMenu.RadioGroup value={order}>
          {ROADMAP_ORDERS.map((each) => (
            <DropdownMenuRadioItem
              key={each}
              value={each}
              onSelect={() => {
                if (each === order) return;
                update.mutate({ params: { companyId: id }, body: { roadmapOrder: each } });
              }}
            >
              {ROADMAP_ORDER_LABELS[each]}
            </DropdownMenuRadioItem>
          ))}
        </RadixMenu.RadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
