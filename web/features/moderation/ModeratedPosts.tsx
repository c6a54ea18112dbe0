import type { ComponentType, ReactNode } from "react";
import type { ModeratedPost } from "#contract/moderation.ts";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import type { PagedTableProps } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import type { Blockable } from "./BlockDialog.tsx";
import { BlockDialog } from "./BlockDialog.tsx";

export interface PostRowProps<Post> {
  post: Post;
  onDelete: () => void;
  onBlock: (account: Blockable) => void;
}

export interface DeletionProps {
  isOpen: boolean;
  onClose: () => void;
  post: ModeratedPost;
}

interface ModeratedPostsProps<Post> extends Pick<
  PagedTableProps<Post>,
  "columns" | "loadingLabel" | "skeletonRows" | "errorMessage" | "empty"
> {
  id: string;
  title: string;
  list: Omit<PagedTableProps<Post>["list"], "isPlaceholderData">;
  /** Buttons at the right of the heading. */
  actions?: ReactNode;
  Row: ComponentType<PostRowProps<Post>>;
  /** Asks for confirmation, then deletes a post. */
  DeletionDialog: ComponentType<DeletionProps>;
}

/** A list of posts on the moderation page, with the dialogs that its rows open. */
export function ModeratedPosts<Post extends ModeratedPost>({
  id,
  title,
  list,
  actions,
  Row,
  DeletionDialog,
  ...table
}: ModeratedPostsProps<Post>) {
  const deletion = useDialogState<Post>();
  const block = useDialogState<Blockable>();
  return (
    <ScreenSection id={id} title={title} actions={actions}>
      <PagedTable
        {...table}
        list={{ ...list, isPlaceholderData: false }}
        listKey=""
        label={title}
        tableFrom="2xl"
        renderRow={(post) => (
          <Row
            key={`${String(post.feedbackId)} ${String(post.commentId)}`}
            post={post}
            onDelete={() => deletion.open(post)}
            onBlock={block.open}
          />
        )}
      />
      {deletion.subject ? (
        <DeletionDialog
          key={`deletion ${String(deletion.turn)}`}
          isOpen={deletion.isOpen}
          onClose={deletion.close}
          post={deletion.subject}
        />
      ) : null}
      {block.subject ? (
        <BlockDialog
          key={`block ${String(block.turn)}`}
          isOpen={block.isOpen}
          onClose={block.close}
          account={block.subject}
        />
      ) : null}
    </ScreenSection>
  );
}
