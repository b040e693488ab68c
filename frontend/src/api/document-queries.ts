"use client";

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./client";
import { keys } from "./queries";
import type { Document, DocumentChanged } from "./types";

const MOST = 1_000;

type Page = { items: Document[] };

/** The documents that the server keeps, newest first; how far each is read follows by push. */
export function useDocuments(enabled = true) {
  return useQuery({
    queryKey: keys.documents,
    queryFn: ({ signal }) => request<Page>("GET", `/api/documents/?limit=${MOST}`, undefined, signal),
    select: (page) => page.items,
    enabled,
  });
}

/** Sends a document; it is read in the background. */
export function useUploadDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, password }: { file: File; password?: string }) => {
      const body = new FormData();
      body.append("file", file);
      if (password) body.append("password", password);
      return request<Document>("POST", "/api/documents/", body);
    },
    onSuccess: (sent) => {
      client.setQueryData<Page>(
        keys.documents,
        (page) => page && { items: [sent, ...page.items.filter((known) => known.id !== sent.id)] },
      );
      void client.invalidateQueries({ queryKey: keys.documents });
    },
  });
}

/** Deletes a document with its file and all that was read from it. */
export function useDeleteDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<void>("DELETE", `/api/documents/${encodeURIComponent(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.documents }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.system }),
  });
}

/** Follows one document's reading; what ends it is read anew, with its reason if it failed. */
export function followDocument(
  client: QueryClient,
  { document_id, state, pages, pages_done }: DocumentChanged,
) {
  const page = client.getQueryData<Page>(keys.documents);
  const reads = state === "queued" || state === "reading";
  if (!reads || !page?.items.some(({ id }) => id === document_id)) {
    void client.invalidateQueries({ queryKey: keys.documents });
    return;
  }
  client.setQueryData<Page>(keys.documents, {
    ...page,
    items: page.items.map((known) =>
      known.id === document_id ? { ...known, status: state, pages, pages_done } : known,
    ),
  });
}
