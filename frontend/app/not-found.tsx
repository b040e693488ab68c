import { NotFound } from "@/features/shell/not-found";

export default function NotFoundPage() {
  return <NotFound />;
}
