/** Blobs in pieces. A blob is there once it has a row of its own, which is written with its last piece. */
export const blobMigration = `
  CREATE TABLE helve.blob (
    sha256 text COLLATE "C" PRIMARY KEY, draft uuid NOT NULL UNIQUE, size bigint NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE helve.blob_piece (
    draft uuid NOT NULL, number integer NOT NULL, begun_at timestamptz NOT NULL DEFAULT now(), bytes bytea NOT NULL,
    PRIMARY KEY (draft, number)
  );
  ALTER TABLE helve.blob_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE INDEX blob_piece_first ON helve.blob_piece (begun_at) WHERE number = 1;
`;
