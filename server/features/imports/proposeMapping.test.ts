import { expect, test } from "vitest";
import { proposeMapping } from "./proposeMapping.ts";

test("for each field that Fider's posts.csv contains, the matching column is proposed", () => {
  const columns =
    "number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags".split(
      ",",
    );
  const { columns: proposed } = proposeMapping({
    layout: {
      format: "csv",
      delimiter: ",",
      columns,
      samples: [],
    },
    last: undefined,
    targets: [],
  });
  const names = Object.entries(proposed).flatMap(([field, index]) =>
    index === null ? [] : [[field, columns[index]]],
  );
  expect(Object.fromEntries(names)).toEqual({
    title: "title",
    content: "description",
    status: "status",
    tags: "tags",
    author_name: "created_by",
    vote_count: "votes_count",
    created_at: "created_at",
    source_id: "number",
  });
});
