/**
 * The emoji with which people react to comments, in the order in which they are shown. A file of its
 * own, because visitors' pages do not load the schemas.
 */
export const REACTION_EMOJI = ["👍", "💜", "🎉", "😄", "🤔", "👀"] as const;
