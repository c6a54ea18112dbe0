import type { ComponentType, ReactNode } from "react";
import { useState } from "react";
import type { ModeratedPost } from "#contract/moderation.ts";
import { DELETED_USER } from "#contract/users.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import type { PagedTableProps } from "#web/ui/PagedTable.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedHeader } from "#web/ui/StackedTable.tsx";
import { useDisclosure } from "#web/ui/useDisclosure.ts";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
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
  "list" | "columns" | "content" | "skeletonRows" | "empty"
> {
  id: string;
  title: string;
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
      <OpenDialog state={deletion}>
        {(post, frame) => <DeletionDialog {...frame} post={post} />}
      </OpenDialog>
      <OpenDialog state={block}>
        {(account, frame) => <BlockDialog {...frame} account={account} />}
      </OpenDialog>
    </ScreenSection>
  );
}

/**
 * The cell with a post, its board, its author and its date. Marks a post that has changed while the
 * page is open.
 */
export function PostCell({ post }: { post: ModeratedPost }) {
  const { feedbackId, commentId, title, answers, boardName, author, createdAt, version } = post;
  const [firstVersion] = useState(version);
  return (
    <StackedHeader>
      <a
        href={`/feedback/${String(feedbackId)}${commentId === null ? "" : `#comment-${String(commentId)}`}`}
        dir="auto"
        className="font-semibold wrap-anywhere underline-offset-2 hover:underline"
      >
        {commentId === null ? title : `Comment on “${title}”`}
      </a>
      <span dir="auto" className="block text-xs wrap-anywhere text-muted">
        {boardName}
      </span>
      {answers ? (
        <span className="mt-1 line-clamp-2 border-l-2 pl-2 text-xs wrap-anywhere text-muted">
          Answers <bdi className="font-medium text-ink">{answers.author}</bdi>:{" "}
          <bdi>{answers.text}</bdi>
        </span>
      ) : null}
      <PostText post={post} />
      <span className="mt-1 block text-xs wrap-anywhere text-muted">
        Written <RelativeTime value={createdAt} /> by{" "}
        <bdi className="font-medium text-ink">{authorOf(post)}</bdi>
        {author?.fullName ? (
          <>
            {" "}
            (<bdi>{author.username}</bdi>)
          </>
        ) : null}{" "}
        {author?.isBlocked ? <Badge tone="danger">Blocked</Badge> : null}
        {version === firstVersion ? null : (
          <Badge tone="amber">Changed since you opened this page</Badge>
        )}
      </span>
    </StackedHeader>
  );
}

/** Texts with more characters or line breaks are cut until the admin unfolds them. */
const [LONG_TEXT, LONG_LINES] = [400, 5];

/** The whole text of a post. The first lines of a long text have a button that shows the rest. */
function PostText({ post }: { post: ModeratedPost }) {
  const { text, title } = post;
  const { isOpen, button, panel } = useDisclosure();
  const isLong = text.length > LONG_TEXT || text.split("\n").length > LONG_LINES + 1;
  return (
    <>
      <div {...panel}>
        <Markdown
          format={post.textFormat}
          className={cn("mt-1 leading-6", isLong && !isOpen && "line-clamp-6")}
        >
          {text}
        </Markdown>
      </div>
      {isLong ? (
        <Button {...button} variant="ghost" size="sm" className="mt-1 -ml-2 text-muted">
          {isOpen ? "Show less" : "Show the whole text"}
          <span className="sr-only"> of “{title}”</span>
        </Button>
      ) : null}
    </>
  );
}

/**
 * Returns the name or e-mail address of a post's author, or a text for a deleted account or an
 * anonymous visitor.
 */
export function authorOf({ author, isAuthorDeleted }: ModeratedPost): string {
  if (author) return author.fullName ?? author.username;
  return isAuthorDeleted ? DELETED_USER : "Anonymous visitor";
}

/** Returns the fields that identify a post in a request to the moderation API. */
export function postId({ feedbackId, commentId }: ModeratedPost) {
  return commentId === null ? { feedbackId } : { commentId };
}
