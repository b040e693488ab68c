// Made by `make client` from the server's OpenAPI document (sha256 f75b9d58cde99638c215e350a02d1a215447517bf5db0d2ac45374e300ba6524).

export interface paths {
    "/api/agents/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Agents
         * @description List saved agents, last changed first; the header `X-Total-Count` says how many there are.
         */
        get: operations["list_agents"];
        put?: never;
        /**
         * Create Agent
         * @description Save an agent; the header `X-Warnings` says what is doubtful about it (BP-11).
         */
        post: operations["create_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Agent
         * @description Read one saved agent.
         */
        get: operations["get_agent"];
        /**
         * Update Agent
         * @description Replace a saved agent; councils that use it keep their copy.
         */
        put: operations["update_agent"];
        post?: never;
        /**
         * Delete Agent
         * @description Delete a saved agent; councils that use it keep their copy.
         */
        delete: operations["delete_agent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Councils
         * @description List saved councils, last changed first; the header `X-Total-Count` says how many there are.
         */
        get: operations["list_councils"];
        put?: never;
        /**
         * Create Council
         * @description Save a council; the header `X-Warnings` says what is doubtful about it (BP-11).
         */
        post: operations["create_council"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/{council_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Council
         * @description Read one council.
         */
        get: operations["get_council"];
        /**
         * Update Council
         * @description Replace a council; runs that use it keep their copy.
         */
        put: operations["update_council"];
        post?: never;
        /**
         * Delete Council
         * @description Delete a council; its runs stay.
         */
        delete: operations["delete_council"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/{council_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export Council
         * @description Answer a saved council as the file that import takes; the same council has the same bytes (BP-13).
         */
        get: operations["export_council"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/{council_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run Council
         * @description Run a saved council.
         */
        post: operations["run_council"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check Council
         * @description Say everything that is wrong with a blueprint; answers 200 for any well-formed JSON.
         */
        post: operations["check_council"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import Council
         * @description Save a council from a file, whatever content type it is sent as; every problem is named (BP-13).
         */
        post: operations["import_council"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run Default Council
         * @description Run the default council, written in `language`, else in what Accept-Language names, else in German.
         */
        post: operations["run_default_council"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Run
         * @description Return status and result of a run.
         */
        get: operations["get_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide Pause
         * @description Approve, reject, modify, route, redo or go on by autopilot; the first decision for a pause counts.
         */
        post: operations["decide_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel Run
         * @description End a run, whatever it is doing (RN-8).
         */
        post: operations["cancel_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue Run
         * @description Go on from the last step after a failure or a reached budget (RN-8).
         */
        post: operations["continue_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Drafts
         * @description Return every version of the document, oldest first.
         */
        get: operations["list_drafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Events
         * @description Return what the run said after `after`, oldest first.
         */
        get: operations["list_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}/god-mode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set God Mode
         * @description Switch God Mode while the run goes on (GM-10).
         */
        post: operations["set_god_mode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/run/{run_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Paused State
         * @description Return the whole state of a paused run (GM-5).
         */
        get: operations["get_paused_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/councils/upload-pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload Pdf
         * @description Read and index a PDF; answers when that is done. 400 when it is none, or none that can be read.
         *
         *     503 when the index is away: the document is kept and read later.
         */
        post: operations["upload_pdf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Documents
         * @description List documents, newest first.
         */
        get: operations["list_documents"];
        put?: never;
        /**
         * Upload Document
         * @description Take in a PDF, Word, HTML, Markdown or text file; it is read in the background.
         *
         *     The same content again is the same document. One that failed is tried again.
         */
        post: operations["upload_document"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Document
         * @description Return one document and how far its reading is.
         */
        get: operations["get_document"];
        put?: never;
        post?: never;
        /**
         * Delete Document
         * @description Delete a document with its file and all its chunks.
         */
        delete: operations["delete_document"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{document_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Document File
         * @description Return the file as it was uploaded; a browser opens page N of a PDF with `#page=N`.
         */
        get: operations["get_document_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Health
         * @description Answer 200 as long as the server answers; `status` is `degraded` while the database is away.
         */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Providers
         * @description Ask every model provider whether it can be used now, and say what to set where it cannot (BP-14).
         */
        get: operations["list_providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Runs
         * @description List runs, newest first.
         */
        get: operations["list_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Run Detail
         * @description Return a run with its steps, its drafts and the blueprint it executes.
         */
        get: operations["get_run_detail"];
        put?: never;
        post?: never;
        /**
         * Delete Run
         * @description Delete a run with all that belongs to it; a run that is still going is stopped first.
         */
        delete: operations["delete_run"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run Again
         * @description Start a new run with topic, documents, budget and mode of this one.
         */
        post: operations["run_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get System
         * @description Return version, tools, and where the data lies and how large it is.
         */
        get: operations["get_system"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Templates
         * @description List the councils to start from: all, or those in one language (de, en, zh).
         */
        get: operations["list_templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AgainRequest
         * @description Which council runs the topic again: the copy that the old run executed, or the one saved now.
         * @example {
         *       "blueprint": "current"
         *     }
         */
        AgainRequest: {
            /**
             * Blueprint
             * @default same
             * @enum {string}
             */
            blueprint: "same" | "current";
        };
        /**
         * AgentDraft
         * @description An agent to save; without `name` it is saved under the name in `data`.
         * @example {
         *       "data": {
         *         "model": "default",
         *         "name": "Critic",
         *         "system_prompt": "Judge the text."
         *       },
         *       "name": "Strict critic"
         *     }
         */
        AgentDraft: {
            /**
             * Data
             * @description A blueprint's node; id and position are left out
             */
            data: {
                [key: string]: unknown;
            };
            /** Name */
            name?: string | null;
        };
        /**
         * AgentNode
         * @description One agent: who it is, which model speaks for it, what it may use.
         *
         *     `threshold` overrides the council's approval threshold for this critic. `writes` overrides
         *     whether the answer becomes the draft (default: yes, unless the node has conditional out-edges).
         *     `start` marks a further entry point (BP-9).
         */
        AgentNode: {
            /**
             * Description
             * @default null
             */
            description: string | null;
            /**
             * Icon
             * @default null
             */
            icon: string | null;
            /** Id */
            id: string;
            /**
             * Max Tokens
             * @default null
             */
            max_tokens: number | null;
            /**
             * Model
             * @default default
             */
            model: string;
            /**
             * Name
             * @default
             */
            name: string;
            /** @default null */
            position: components["schemas"]["Position"] | null;
            /**
             * Start
             * @default false
             */
            start: boolean;
            /**
             * System Prompt
             * @default
             */
            system_prompt: string;
            /**
             * Temperature
             * @default null
             */
            temperature: number | null;
            /**
             * Threshold
             * @default null
             */
            threshold: number | null;
            /**
             * @default {
             *       "pdf_reader": false,
             *       "web_search": false
             *     }
             */
            tools: components["schemas"]["Tools"];
            /**
             * Type
             * @default agent
             * @constant
             */
            type: "agent";
            /**
             * Writes
             * @default null
             */
            writes: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * ApproveRequest
         * @description A bare `action` for all that waits, or one of `decisions` per node (GM-2…GM-4, GM-10).
         * @example {
         *       "action": "approve",
         *       "pause_id": "0b5d3f6e-51a2-4c0e-9d0b-7a3d4a5f1c11"
         *     }
         * @example {
         *       "action": "modify",
         *       "modified_state": {
         *         "current_draft": "A better text"
         *       }
         *     }
         * @example {
         *       "decisions": [
         *         {
         *           "action": "approve",
         *           "node": "writer_agent"
         *         }
         *       ]
         *     }
         */
        ApproveRequest: {
            /** Action */
            action?: ("approve" | "reject" | "modify" | "route" | "redo" | "autopilot") | null;
            /**
             * Decided By
             * @default api
             */
            decided_by: string;
            /** Decisions */
            decisions?: components["schemas"]["NodeDecision"][];
            /** Modified State */
            modified_state?: {
                [key: string]: unknown;
            } | null;
            /**
             * Note
             * @default
             */
            note: string;
            /** Pause Id */
            pause_id?: string | null;
            /**
             * Reason
             * @default
             */
            reason: string;
            /**
             * Target
             * @default
             */
            target: string;
        };
        /**
         * Attention
         * @description What waits for a person: the threads, oldest first.
         */
        Attention: {
            /**
             * Cursor
             * @default 0
             */
            cursor: number;
            /** Threads */
            threads: string[];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "attention";
        };
        /**
         * Blueprint
         * @description A whole council as drawn.
         */
        Blueprint: {
            /**
             * Description
             * @default null
             */
            description: string | null;
            /**
             * Edges
             * @default []
             */
            edges: components["schemas"]["Edge"][];
            /**
             * Name
             * @default
             */
            name: string;
            /** Nodes */
            nodes: components["schemas"]["AgentNode"][];
            /**
             * @default {
             *       "approval_threshold": null,
             *       "budget": null,
             *       "language": null,
             *       "max_iterations": null
             *     }
             */
            settings: components["schemas"]["Settings"];
            /**
             * Version
             * @constant
             */
            version: "1.0";
        } & {
            [key: string]: unknown;
        };
        /**
         * BlueprintChanged
         * @description A saved council was created, changed or deleted.
         */
        BlueprintChanged: {
            /** Blueprint Id */
            blueprint_id: string;
            /**
             * Cursor
             * @default 0
             */
            cursor: number;
            /**
             * Deleted
             * @default false
             */
            deleted: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "blueprint.changed";
        };
        /**
         * Budget
         * @description Hard limits for one run; absent means no limit (RN-8).
         */
        Budget: {
            /** Cost Usd */
            cost_usd?: number | null;
            /** Minutes */
            minutes?: number | null;
            /** Tokens */
            tokens?: number | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * CheckAnswer
         * @description What is wrong with a blueprint; `valid` is false when one of the problems is an error (BP-11).
         */
        CheckAnswer: {
            /** Problems */
            problems: components["schemas"]["ProblemItem"][];
            /** Valid */
            valid: boolean;
        };
        /**
         * ContinueRequest
         * @description A higher budget for a run that reached its own (RN-8).
         * @example {
         *       "budget": {
         *         "tokens": 50000
         *       }
         *     }
         */
        ContinueRequest: {
            budget?: components["schemas"]["Budget"] | null;
        };
        /**
         * Council
         * @description A saved council (BP-12).
         */
        Council: {
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Data
             * @description The blueprint as it was saved
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
        };
        /**
         * CouncilDraft
         * @description A blueprint to save, under a name of its own if `name` is given.
         */
        CouncilDraft: {
            /**
             * Data
             * @description The blueprint
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * Name
             * @default null
             */
            name: string | null;
        };
        /**
         * DataUse
         * @description Where the data lies and how many bytes it takes; a database of its own is not counted.
         */
        DataUse: {
            /** Bytes */
            bytes: number;
            /** Database */
            database: number;
            /**
             * Database Url Set
             * @description Whether the database is one that DATABASE_URL names
             */
            database_url_set: boolean;
            /** Documents */
            documents: number;
            /** Home */
            home: string;
            /** Other */
            other: number;
        };
        /**
         * DecisionMade
         * @description A pause was decided: by whom, what, when (RN-9).
         */
        DecisionMade: {
            /** Action */
            action: string;
            /** At */
            at: string | null;
            /**
             * Decided At
             * Format: date-time
             */
            decided_at: string;
            /** Decided By */
            decided_by: string;
            /**
             * Node
             * @default
             */
            node: string;
            /** Pause Id */
            pause_id: string;
            /**
             * Reason
             * @default
             */
            reason: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "decision";
        };
        /**
         * DefaultStartRequest
         * @description The same for the default council, which is written in several languages (CS-7).
         * @example {
         *       "god_mode": false,
         *       "input_topic": "Why do cats purr?"
         *     }
         */
        DefaultStartRequest: {
            budget?: components["schemas"]["Budget"] | null;
            /** Documents */
            documents?: string[];
            /**
             * God Mode
             * @default false
             */
            god_mode: boolean;
            /** Input Topic */
            input_topic?: string | null;
            /**
             * Language
             * @description `de`, `en` or `zh`: the language of the council's names and instructions. It answers in the language of the topic.
             */
            language?: string | null;
        };
        /**
         * Document
         * @description A document and how far its reading is (TL-2).
         */
        Document: {
            /** Chunks */
            chunks: number;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Empty Pages
             * @description Pages without text, such as pictures
             */
            empty_pages: number;
            error: components["schemas"]["DocumentError"] | null;
            /** Filename */
            filename: string;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "pdf" | "docx" | "html" | "markdown" | "text";
            /**
             * Pages
             * @description Unknown until reading has begun
             */
            pages: number | null;
            /** Pages Done */
            pages_done: number;
            /**
             * Size
             * @description Bytes
             */
            size: number;
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "reading" | "ready" | "failed";
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
        };
        /**
         * DocumentChanged
         * @description A document's ingestion went on, ended or failed; or it was deleted.
         */
        DocumentChanged: {
            /**
             * Cursor
             * @default 0
             */
            cursor: number;
            /** Document Id */
            document_id: string;
            /**
             * Pages
             * @default null
             */
            pages: number | null;
            /**
             * Pages Done
             * @default 0
             */
            pages_done: number;
            /**
             * State
             * @enum {string}
             */
            state: "queued" | "reading" | "ready" | "failed" | "deleted";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "document.changed";
        };
        /**
         * DocumentError
         * @description Why a document could not be read; `code` is stable.
         */
        DocumentError: {
            /** Code */
            code: string;
            /** Message */
            message: string;
        };
        /**
         * DocumentPage
         * @description One page of the library, newest first.
         */
        DocumentPage: {
            /** Items */
            items: components["schemas"]["Document"][];
            /** Limit */
            limit: number;
            /** Offset */
            offset: number;
            /** Total */
            total: number;
        };
        /**
         * DraftList
         * @description Every version of the document, oldest first.
         */
        DraftList: {
            /** Drafts */
            drafts: components["schemas"]["DraftVersion"][];
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
        };
        /**
         * DraftVersion
         * @description One version of the document, by an agent or a person (RN-8).
         */
        DraftVersion: {
            /** Author */
            author: string;
            /**
             * By
             * @enum {string}
             */
            by: "agent" | "person";
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Draft Id
             * Format: uuid
             */
            draft_id: string;
            /** Name */
            name: string;
            /** Node */
            node: string;
            /** Round */
            round: number;
            /** Text */
            text: string;
        };
        /**
         * DraftWritten
         * @description A new version of the document, by an agent or a person.
         */
        DraftWritten: {
            /** At */
            at: string | null;
            /**
             * Author
             * @default
             */
            author: string;
            /**
             * By
             * @default agent
             * @enum {string}
             */
            by: "agent" | "person";
            /** Draft Id */
            draft_id: string;
            /** Name */
            name: string;
            /** Node */
            node: string;
            /**
             * Round
             * @default 0
             */
            round: number;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Text */
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "draft";
        };
        /**
         * Edge
         * @description An arrow: linear ones always fire, conditional ones when `condition` is the decision (BP-6).
         *
         *     `default` marks the edge that is taken when an answer names no label; `max_iterations`
         *     overrides the loop limit of a back edge.
         */
        Edge: {
            /**
             * Condition
             * @default null
             */
            condition: string | null;
            /**
             * Default
             * @default false
             */
            default: boolean;
            /** Id */
            id: string;
            /**
             * Max Iterations
             * @default null
             */
            max_iterations: number | null;
            /** Source */
            source: string;
            /** Target */
            target: string;
            /**
             * Type
             * @default linear
             * @enum {string}
             */
            type: "linear" | "conditional";
        } & {
            [key: string]: unknown;
        };
        /**
         * ErrorInfo
         * @description What failed, who can mend it and whether `continue` can help.
         */
        ErrorInfo: {
            /** Code */
            code: string;
            /** Details */
            details: {
                [key: string]: unknown;
            };
            /** Message */
            message: string;
            /** Node */
            node: string | null;
            /**
             * Retryable
             * @default false
             */
            retryable: boolean;
        };
        /**
         * EventPage
         * @description A piece of the run's log; ask again with `after = last_seq` while `more` is true.
         */
        EventPage: {
            /** Events */
            events: (components["schemas"]["RunStarted"] | components["schemas"]["NodeRunning"] | components["schemas"]["NodeCompleted"] | components["schemas"]["NodeFailed"] | components["schemas"]["MessageDelta"] | components["schemas"]["MessageCompleted"] | components["schemas"]["MessageDiscarded"] | components["schemas"]["ToolStarted"] | components["schemas"]["ToolCompleted"] | components["schemas"]["DraftWritten"] | components["schemas"]["RouteTaken"] | components["schemas"]["FeedbackGiven"] | components["schemas"]["LoopLimitReached"] | components["schemas"]["Notice"] | components["schemas"]["RunPaused"] | components["schemas"]["DecisionMade"] | components["schemas"]["UsageUpdated"] | components["schemas"]["RunChanged"] | components["schemas"]["RunDone"] | components["schemas"]["Snapshot"])[];
            /** Last Seq */
            last_seq: number;
            /** More */
            more: boolean;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
        };
        /**
         * FeedbackGiven
         * @description Feedback that every later writer sees (CS-1).
         */
        FeedbackGiven: {
            /** At */
            at: string | null;
            /**
             * By
             * @default agent
             * @enum {string}
             */
            by: "agent" | "person";
            /** Node */
            node: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Text */
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "feedback";
        };
        /**
         * Frame
         * @description Carries both unions into the OpenAPI document, from which TypeScript types are generated.
         */
        Frame: {
            /** Run */
            run: components["schemas"]["RunStarted"] | components["schemas"]["NodeRunning"] | components["schemas"]["NodeCompleted"] | components["schemas"]["NodeFailed"] | components["schemas"]["MessageDelta"] | components["schemas"]["MessageCompleted"] | components["schemas"]["MessageDiscarded"] | components["schemas"]["ToolStarted"] | components["schemas"]["ToolCompleted"] | components["schemas"]["DraftWritten"] | components["schemas"]["RouteTaken"] | components["schemas"]["FeedbackGiven"] | components["schemas"]["LoopLimitReached"] | components["schemas"]["Notice"] | components["schemas"]["RunPaused"] | components["schemas"]["DecisionMade"] | components["schemas"]["UsageUpdated"] | components["schemas"]["RunChanged"] | components["schemas"]["RunDone"] | components["schemas"]["Snapshot"];
            /** Update */
            update: components["schemas"]["ThreadChanged"] | components["schemas"]["ThreadDeleted"] | components["schemas"]["BlueprintChanged"] | components["schemas"]["DocumentChanged"] | components["schemas"]["Attention"];
        };
        /**
         * GodModeRequest
         * @description Whether the run pauses before every further node (GM-10).
         * @example {
         *       "god_mode": true
         *     }
         */
        GodModeRequest: {
            /** God Mode */
            god_mode: boolean;
        };
        /**
         * GodModeState
         * @description The run with its God Mode switch.
         */
        GodModeState: {
            /** God Mode */
            god_mode: boolean;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
        };
        /**
         * Health
         * @description `degraded` when a part in `checks` does not work at the moment.
         */
        Health: {
            /** Checks */
            checks: {
                [key: string]: boolean;
            };
            /**
             * Status
             * @enum {string}
             */
            status: "ok" | "degraded";
            /** Version */
            version: string;
        };
        /** HTTPValidationError */
        HTTPValidationError: {
            /** Detail */
            detail?: components["schemas"]["ValidationError"][];
        };
        /**
         * IngestedPdf
         * @description A PDF that has been read and indexed (TL-2).
         */
        IngestedPdf: {
            /** Chunks Ingested */
            chunks_ingested: number;
            /** Filename */
            filename: string;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Message */
            message: string;
        };
        /**
         * LoopLimitReached
         * @description A back edge was used up, the exit was taken without a model call (CS-5).
         */
        LoopLimitReached: {
            /** At */
            at: string | null;
            /** Edges */
            edges: string[];
            /** Limit */
            limit: number;
            /** Node */
            node: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "loop.limit";
        };
        /**
         * MessageCompleted
         * @description The whole text of a message; replaces its deltas.
         */
        MessageCompleted: {
            /** At */
            at: string | null;
            /** Message Id */
            message_id: string;
            /** Node */
            node: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Step Id */
            step_id: string;
            /** Text */
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message.completed";
        };
        /**
         * MessageDelta
         * @description Text as it is written: `text` starts at character `offset` of message `message_id`. Live only.
         */
        MessageDelta: {
            /** At */
            at: string | null;
            /** Message Id */
            message_id: string;
            /** Node */
            node: string;
            /** Offset */
            offset: number;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Step Id */
            step_id: string;
            /** Text */
            text: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message.delta";
        };
        /**
         * MessageDiscarded
         * @description What was streamed for this message is void: the call failed and is tried again.
         */
        MessageDiscarded: {
            /** At */
            at: string | null;
            /** Message Id */
            message_id: string;
            /** Node */
            node: string;
            /** Reason */
            reason: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Step Id */
            step_id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "message.discarded";
        };
        /**
         * NodeCompleted
         * @description An agent ended its step (WS-1).
         */
        NodeCompleted: {
            /** At */
            at: string | null;
            /**
             * Called Model
             * @default true
             */
            called_model: boolean;
            /**
             * Model
             * @default
             */
            model: string;
            /** Name */
            name: string;
            /** Node */
            node: string;
            /**
             * Round
             * @default 0
             */
            round: number;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /**
             * Seconds
             * @default 0
             */
            seconds: number;
            /** Seq */
            seq: number | null;
            /**
             * Status
             * @default completed
             * @constant
             */
            status: "completed";
            /** Step Id */
            step_id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "node.completed";
            /**
             * @default {
             *       "input_tokens": 0,
             *       "output_tokens": 0
             *     }
             */
            usage: components["schemas"]["Usage"];
        };
        /**
         * NodeDecision
         * @description A decision for one of several waiting nodes (GM-10).
         */
        NodeDecision: {
            /**
             * Action
             * @enum {string}
             */
            action: "approve" | "reject" | "modify" | "route" | "redo" | "autopilot";
            /**
             * Modified State
             * @description `modify`: the changed state (GM-4)
             */
            modified_state?: {
                [key: string]: unknown;
            } | null;
            /** Node */
            node: string;
            /**
             * Note
             * @description `redo`: what to do better
             * @default
             */
            note: string;
            /**
             * Reason
             * @description `reject`: why
             * @default
             */
            reason: string;
            /**
             * Target
             * @description `route`: the node to go to
             * @default
             */
            target: string;
        };
        /**
         * NodeFailed
         * @description An agent's step failed; what the run does next stands in `run.done`.
         */
        NodeFailed: {
            /** At */
            at: string | null;
            error: components["schemas"]["ErrorInfo"];
            /** Name */
            name: string;
            /** Node */
            node: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /**
             * Seconds
             * @default 0
             */
            seconds: number;
            /** Seq */
            seq: number | null;
            /**
             * Status
             * @default failed
             * @constant
             */
            status: "failed";
            /** Step Id */
            step_id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "node.failed";
            /**
             * @default {
             *       "input_tokens": 0,
             *       "output_tokens": 0
             *     }
             */
            usage: components["schemas"]["Usage"];
        };
        /**
         * NodeRunning
         * @description An agent starts its step (WS-1).
         */
        NodeRunning: {
            /** At */
            at: string | null;
            /**
             * Model
             * @default
             */
            model: string;
            /** Name */
            name: string;
            /** Node */
            node: string;
            /**
             * Round
             * @default 0
             */
            round: number;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /**
             * Status
             * @default running
             * @constant
             */
            status: "running";
            /** Step Id */
            step_id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "node.running";
        };
        /**
         * Notice
         * @description Something a person should know that ends nothing: a cut prompt, a replaced default.
         */
        Notice: {
            /** At */
            at: string | null;
            /** Code */
            code: string;
            /** Message */
            message: string;
            /** Node */
            node: string | null;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "notice";
        };
        /**
         * PausedState
         * @description The paused state that a person looks at (GM-5).
         */
        PausedState: {
            /** Current Draft */
            current_draft: string | null;
            /** Current State */
            current_state: {
                [key: string]: unknown;
            };
            /** Next Nodes */
            next_nodes: string[];
            /**
             * Pause Id
             * Format: uuid
             */
            pause_id: string;
            /**
             * Pause Reason
             * @enum {string}
             */
            pause_reason: "approval" | "budget";
            /** Paused */
            paused: boolean;
            /** Proposals */
            proposals: components["schemas"]["Proposal"][];
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
        };
        /**
         * Position
         * @description Where the canvas draws the node, in canvas units.
         */
        Position: {
            /** X */
            x: number;
            /** Y */
            y: number;
        } & {
            [key: string]: unknown;
        };
        /**
         * ProblemDetails
         * @description Every error answer (RFC 9457); further members such as `winner` may stand beside these.
         */
        ProblemDetails: {
            /**
             * Code
             * @description Stable; docs/reference/errors.md lists all
             */
            code: string;
            /** Detail */
            detail: string;
            /** Errors */
            errors: components["schemas"]["ProblemItem"][];
            /** Status */
            status: number;
            /** Title */
            title: string;
            /** Type */
            type: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * ProblemItem
         * @description One thing that is wrong with a request.
         */
        ProblemItem: {
            /** Code */
            code: string;
            /**
             * Hint
             * @default
             */
            hint: string;
            /** Message */
            message: string;
            /**
             * Path
             * @description JSON Pointer into the body, `?name` for a query parameter
             */
            path: string;
            /**
             * Severity
             * @enum {string}
             */
            severity: "error" | "warning";
        };
        /**
         * Proposal
         * @description One node that waits for a person, and why it is next (GM-6, GM-10).
         */
        Proposal: {
            /** Item Id */
            item_id: string;
            /** Name */
            name: string;
            /** Node */
            node: string;
            /** Proposers */
            proposers: string[];
            /** Routes */
            routes: {
                [key: string]: unknown;
            }[];
        };
        /**
         * Provider
         * @description What is known about one model provider; never holds a key (BP-14).
         */
        Provider: {
            /** Address */
            address: string | null;
            /** Configured */
            configured: boolean;
            /** Context */
            context: number | null;
            /** Models */
            models: string[];
            /** Problem */
            problem: string;
            /** Provider */
            provider: string;
            /**
             * Reachable
             * @description Null when it was not asked
             */
            reachable: boolean | null;
            /**
             * Ready
             * @description Whether agents can use it now
             */
            ready: boolean;
            /**
             * Set
             * @description The variables that would change it
             */
            set: string[];
            /** Title */
            title: string;
            /** Tools */
            tools: boolean | null;
        };
        /**
         * RouteTaken
         * @description Where a node sent the run, and why (BP-6, CS-4).
         */
        RouteTaken: {
            /** At */
            at: string | null;
            /** Edges */
            edges: string[];
            /**
             * Forced
             * @default false
             */
            forced: boolean;
            /** Label */
            label: string;
            /** Node */
            node: string;
            /**
             * Raw
             * @default
             */
            raw: string;
            /**
             * Reason
             * @default
             */
            reason: string;
            /**
             * Rule
             * @default
             */
            rule: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Score */
            score: number | null;
            /** Seq */
            seq: number | null;
            /** Targets */
            targets: string[];
            /** Threshold */
            threshold: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "route";
        };
        /**
         * Run
         * @description A run with its result and, while it is paused, what it waits for (RN-4).
         */
        Run: {
            /** Approval Threshold */
            approval_threshold: number;
            /** Blueprint Id */
            blueprint_id: string | null;
            /** Budget */
            budget: {
                [key: string]: unknown;
            } | null;
            /** Completed At */
            completed_at: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Critic Score */
            critic_score: number | null;
            /** Current Draft */
            current_draft: string | null;
            /** Documents */
            documents: string[];
            /** Error */
            error: string | null;
            error_info: components["schemas"]["ErrorInfo"] | null;
            /** Final Draft */
            final_draft: string | null;
            /** God Mode */
            god_mode: boolean;
            /** Input Topic */
            input_topic: string;
            /** Iteration Count */
            iteration_count: number;
            /** Loop Limit Reached */
            loop_limit_reached: boolean;
            /** Max Iterations */
            max_iterations: number;
            /** Name */
            name: string;
            /** Next Nodes */
            next_nodes: string[];
            /** Pause Id */
            pause_id: string | null;
            /** Pause Reason */
            pause_reason: ("approval" | "budget") | null;
            /** Paused */
            paused: boolean;
            /** Proposals */
            proposals: components["schemas"]["Proposal"][];
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /** Started At */
            started_at: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
            /** Usage */
            usage: {
                [key: string]: unknown;
            };
        };
        /**
         * RunAccepted
         * @description The run exists and goes on in the background (RN-1).
         */
        RunAccepted: {
            /** Message */
            message: string;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
        };
        /**
         * RunChanged
         * @description A setting of the run changed while it ran (GM-10).
         */
        RunChanged: {
            /** At */
            at: string | null;
            /** God Mode */
            god_mode: boolean;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run.changed";
        };
        /**
         * RunDetail
         * @description A run with everything that happened in it.
         */
        RunDetail: {
            /** Approval Threshold */
            approval_threshold: number;
            /**
             * Blueprint
             * @description The copy that this run executes
             */
            blueprint: {
                [key: string]: unknown;
            };
            /** Blueprint Id */
            blueprint_id: string | null;
            /** Budget */
            budget: {
                [key: string]: unknown;
            } | null;
            /** Completed At */
            completed_at: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Critic Score */
            critic_score: number | null;
            /** Current Draft */
            current_draft: string | null;
            /** Documents */
            documents: string[];
            /** Drafts */
            drafts: components["schemas"]["DraftVersion"][];
            /** Error */
            error: string | null;
            error_info: components["schemas"]["ErrorInfo"] | null;
            /** Final Draft */
            final_draft: string | null;
            /** God Mode */
            god_mode: boolean;
            /** Input Topic */
            input_topic: string;
            /** Iteration Count */
            iteration_count: number;
            /** Loop Limit Reached */
            loop_limit_reached: boolean;
            /** Max Iterations */
            max_iterations: number;
            /** Name */
            name: string;
            /** Next Nodes */
            next_nodes: string[];
            /** Pause Id */
            pause_id: string | null;
            /** Pause Reason */
            pause_reason: ("approval" | "budget") | null;
            /** Paused */
            paused: boolean;
            /** Proposals */
            proposals: components["schemas"]["Proposal"][];
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /** Started At */
            started_at: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
            /** Steps */
            steps: components["schemas"]["Step"][];
            /** Usage */
            usage: {
                [key: string]: unknown;
            };
        };
        /**
         * RunDone
         * @description The run ended; exactly one per end, the last frame (WS-1).
         */
        RunDone: {
            /** At */
            at: string | null;
            /** Critic Score */
            critic_score: number | null;
            error: components["schemas"]["ErrorInfo"] | null;
            /** Final Draft */
            final_draft: string | null;
            /**
             * Iteration Count
             * @default 0
             */
            iteration_count: number;
            /**
             * Loop Limit Reached
             * @default false
             */
            loop_limit_reached: boolean;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /**
             * Run Status
             * @enum {string}
             */
            run_status: "completed" | "failed" | "cancelled";
            /** Seq */
            seq: number | null;
            /**
             * Status
             * @default done
             * @constant
             */
            status: "done";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run.done";
        };
        /**
         * RunPage
         * @description One page of the history, newest first.
         */
        RunPage: {
            /**
             * By Status
             * @description How many match whatever their status
             */
            by_status: {
                [key: string]: number;
            };
            /** Items */
            items: components["schemas"]["RunSummary"][];
            /** Limit */
            limit: number;
            /** Offset */
            offset: number;
            /** Total */
            total: number;
        };
        /**
         * RunPaused
         * @description The run waits: `node` is the first of `next_nodes` (WS-1).
         */
        RunPaused: {
            /** At */
            at: string | null;
            /**
             * Current Draft
             * @default
             */
            current_draft: string;
            /** Next Nodes */
            next_nodes: string[];
            /** Node */
            node: string;
            /** Pause Id */
            pause_id: string;
            /**
             * Pause Reason
             * @enum {string}
             */
            pause_reason: "approval" | "budget";
            /** Proposals */
            proposals: components["schemas"]["Proposal"][];
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /**
             * Status
             * @default paused
             * @constant
             */
            status: "paused";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run.paused";
        };
        /**
         * RunStarted
         * @description A segment of the run begins: the start, or what follows a decision or `continue`.
         */
        RunStarted: {
            /** At */
            at: string | null;
            /**
             * Attempt
             * @default 1
             */
            attempt: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "start" | "decision" | "continue";
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Segment Id */
            segment_id: string;
            /** Seq */
            seq: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "run.started";
        };
        /**
         * RunState
         * @description What a command did to a run.
         */
        RunState: {
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
        };
        /**
         * RunSummary
         * @description A run in the history (RN-5).
         */
        RunSummary: {
            /** Approval Threshold */
            approval_threshold: number;
            /** Blueprint Id */
            blueprint_id: string | null;
            /** Budget */
            budget: {
                [key: string]: unknown;
            } | null;
            /** Completed At */
            completed_at: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Critic Score */
            critic_score: number | null;
            /** Documents */
            documents: string[];
            /** Error */
            error: string | null;
            error_info: components["schemas"]["ErrorInfo"] | null;
            /** Final Draft */
            final_draft: string | null;
            /** God Mode */
            god_mode: boolean;
            /** Input Topic */
            input_topic: string;
            /** Iteration Count */
            iteration_count: number;
            /** Loop Limit Reached */
            loop_limit_reached: boolean;
            /** Max Iterations */
            max_iterations: number;
            /** Name */
            name: string;
            /** Paused */
            paused: boolean;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /** Started At */
            started_at: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
            /** Usage */
            usage: {
                [key: string]: unknown;
            };
        };
        /**
         * SavedAgent
         * @description An agent that is saved for use in other councils (BP-14).
         */
        SavedAgent: {
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Data
             * @description A blueprint's node without id and position
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
        };
        /**
         * Settings
         * @description What holds for the whole council (CS-2).
         */
        Settings: {
            /**
             * Approval Threshold
             * @default null
             */
            approval_threshold: number | null;
            /** @default null */
            budget: components["schemas"]["Budget"] | null;
            /**
             * Language
             * @default null
             */
            language: string | null;
            /**
             * Max Iterations
             * @default null
             */
            max_iterations: number | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * Snapshot
         * @description The first frame of every connection: the run as it is now (WS-4). Not in the log.
         *
         *     `seq` is where the replay that follows begins: every later durable frame has a greater one.
         */
        Snapshot: {
            /** At */
            at: string | null;
            /** Partial */
            partial: components["schemas"]["MessageDelta"][];
            /** Run */
            run: {
                [key: string]: unknown;
            };
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /**
             * Run Status
             * @enum {string}
             */
            run_status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
            /** Seq */
            seq: number | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "snapshot";
        };
        /**
         * StartRequest
         * @description What the council should work on, and how (RN-1, RN-8).
         * @example {
         *       "god_mode": false,
         *       "input_topic": "Why do cats purr?"
         *     }
         */
        StartRequest: {
            budget?: components["schemas"]["Budget"] | null;
            /** Documents */
            documents?: string[];
            /**
             * God Mode
             * @default false
             */
            god_mode: boolean;
            /** Input Topic */
            input_topic?: string | null;
        };
        /**
         * Step
         * @description One execution of a node, with what it used.
         */
        Step: {
            /** Called Model */
            called_model: boolean;
            /** Cost Usd */
            cost_usd: number | null;
            /** Ended At */
            ended_at: string | null;
            /** Error */
            error: {
                [key: string]: unknown;
            } | null;
            /** Input Tokens */
            input_tokens: number;
            /** Model */
            model: string;
            /** Name */
            name: string;
            /** Node */
            node: string;
            /** Output Tokens */
            output_tokens: number;
            /** Round */
            round: number;
            /** Seconds */
            seconds: number | null;
            /**
             * Segment Id
             * Format: uuid
             */
            segment_id: string;
            /**
             * Started At
             * Format: date-time
             */
            started_at: string;
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "completed" | "failed";
            /**
             * Step Id
             * Format: uuid
             */
            step_id: string;
        };
        /**
         * System
         * @description What this installation is, has and holds; never a secret.
         */
        System: {
            /** Councils */
            councils: number;
            data: components["schemas"]["DataUse"];
            /** Runs */
            runs: number;
            /** Tools */
            tools: components["schemas"]["Tool"][];
            /** Version */
            version: string;
        };
        /**
         * TemplateItem
         * @description A council that ships with the product; `data` is its blueprint.
         */
        TemplateItem: {
            /** Data */
            data: {
                [key: string]: unknown;
            };
            /** Key */
            key: string;
            /** Language */
            language: string;
            /** Name */
            name: string;
        };
        /**
         * ThreadChanged
         * @description A run (or conversation) was created or changed; lists show it.
         */
        ThreadChanged: {
            /**
             * Attention
             * @default false
             */
            attention: boolean;
            /**
             * Cursor
             * @default 0
             */
            cursor: number;
            /**
             * Kind
             * @default council
             * @enum {string}
             */
            kind: "council" | "chat";
            /**
             * Name
             * @default
             */
            name: string;
            /**
             * Run Status
             * @enum {string}
             */
            run_status: "pending" | "running" | "completed" | "failed" | "paused" | "cancelled";
            /** Thread Id */
            thread_id: string;
            /**
             * Topic
             * @default
             */
            topic: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thread.changed";
        };
        /**
         * ThreadDeleted
         * @description A run (or conversation) is gone.
         */
        ThreadDeleted: {
            /**
             * Cursor
             * @default 0
             */
            cursor: number;
            /** Thread Id */
            thread_id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "thread.deleted";
        };
        /**
         * Tool
         * @description What is known about one tool; never holds a key (TL-1, TL-2).
         */
        Tool: {
            /** Problem */
            problem: string;
            /**
             * Ready
             * @description Whether agents can use it now
             */
            ready: boolean;
            /**
             * Set
             * @description The variables that would change it
             */
            set: string[];
            /**
             * Tool
             * @enum {string}
             */
            tool: "web_search" | "pdf_reader";
            /**
             * Uses
             * @description The service or library behind it
             */
            uses: string;
        };
        /**
         * ToolCompleted
         * @description A tool answered; `error` when it could not do what was asked.
         */
        ToolCompleted: {
            /** At */
            at: string | null;
            /** Call Id */
            call_id: string;
            /**
             * Error
             * @default false
             */
            error: boolean;
            /** Node */
            node: string;
            /**
             * Result
             * @default
             */
            result: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Step Id */
            step_id: string;
            /** Tool */
            tool: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool.completed";
        };
        /**
         * Tools
         * @description Which tools an agent may use (BP-7, BP-8).
         */
        Tools: {
            /**
             * Pdf Reader
             * @default false
             */
            pdf_reader: boolean;
            /**
             * Web Search
             * @default false
             */
            web_search: boolean;
        } & {
            [key: string]: unknown;
        };
        /**
         * ToolStarted
         * @description An agent calls a tool.
         */
        ToolStarted: {
            /** Arguments */
            arguments: {
                [key: string]: unknown;
            };
            /** At */
            at: string | null;
            /** Call Id */
            call_id: string;
            /** Node */
            node: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Step Id */
            step_id: string;
            /** Tool */
            tool: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "tool.started";
        };
        /**
         * Usage
         * @description Tokens and money; `cost_usd` is null when the model's price is unknown.
         */
        Usage: {
            /** Cost Usd */
            cost_usd: number | null;
            /**
             * Input Tokens
             * @default 0
             */
            input_tokens: number;
            /**
             * Output Tokens
             * @default 0
             */
            output_tokens: number;
        };
        /**
         * UsageUpdated
         * @description One request to a model has ended: what it used, and the run so far, together and per agent (RN-8).
         *
         *     `step_id` is null for the summary of a document that the agent writes before its first step.
         */
        UsageUpdated: {
            /** At */
            at: string | null;
            /** By Node */
            by_node: {
                [key: string]: components["schemas"]["Usage"];
            };
            /** Model */
            model: string;
            /** Node */
            node: string;
            /**
             * Run Id
             * @default
             */
            run_id: string;
            /** Seq */
            seq: number | null;
            /** Step Id */
            step_id: string | null;
            total: components["schemas"]["Usage"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "usage";
            used: components["schemas"]["Usage"];
        };
        /** ValidationError */
        ValidationError: {
            /** Context */
            ctx?: Record<string, never>;
            /** Input */
            input?: unknown;
            /** Location */
            loc: (string | number)[];
            /** Message */
            msg: string;
            /** Error Type */
            type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_agents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAgent"][];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    create_agent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentDraft"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    /** @description How many warnings there are (BP-11) */
                    "X-Warning-Count"?: number;
                    /** @description The first of them as a JSON list of `{path, code, severity, message, hint}`; `POST /api/councils/check` answers all */
                    "X-Warnings"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAgent"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAgent"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    update_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentDraft"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description How many warnings there are (BP-11) */
                    "X-Warning-Count"?: number;
                    /** @description The first of them as a JSON list of `{path, code, severity, message, hint}`; `POST /api/councils/check` answers all */
                    "X-Warnings"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAgent"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    delete_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_councils: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Council"][];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    create_council: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouncilDraft"] | components["schemas"]["Blueprint"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    /** @description How many warnings there are (BP-11) */
                    "X-Warning-Count"?: number;
                    /** @description The first of them as a JSON list of `{path, code, severity, message, hint}`; `POST /api/councils/check` answers all */
                    "X-Warnings"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Council"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_council: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                council_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Council"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    update_council: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                council_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouncilDraft"] | components["schemas"]["Blueprint"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    /** @description How many warnings there are (BP-11) */
                    "X-Warning-Count"?: number;
                    /** @description The first of them as a JSON list of `{path, code, severity, message, hint}`; `POST /api/councils/check` answers all */
                    "X-Warnings"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Council"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    delete_council: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                council_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    export_council: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                council_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canonical file */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Blueprint"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    run_council: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                council_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    check_council: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckAnswer"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    import_council: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CouncilDraft"] | components["schemas"]["Blueprint"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    /** @description How many warnings there are (BP-11) */
                    "X-Warning-Count"?: number;
                    /** @description The first of them as a JSON list of `{path, code, severity, message, hint}`; `POST /api/councils/check` answers all */
                    "X-Warnings"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Council"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    run_default_council: {
        parameters: {
            query?: never;
            header?: {
                "accept-language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefaultStartRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    decide_pause: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string | null;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description Not possible in the present state */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "wrong_state",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 400,
                     *       "title": "Not possible in the present state",
                     *       "type": "urn:councilos:error:wrong_state"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Somebody else was first */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "already_decided",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 409,
                     *       "title": "Somebody else was first",
                     *       "type": "urn:councilos:error:already_decided"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    cancel_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description Not possible in the present state */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "wrong_state",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 400,
                     *       "title": "Not possible in the present state",
                     *       "type": "urn:councilos:error:wrong_state"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    continue_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContinueRequest"] | null;
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description Not possible in the present state */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "wrong_state",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 400,
                     *       "title": "Not possible in the present state",
                     *       "type": "urn:councilos:error:wrong_state"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_drafts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftList"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_events: {
        parameters: {
            query?: {
                after?: number;
                limit?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    set_god_mode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GodModeRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GodModeState"];
                };
            };
            /** @description Not possible in the present state */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "wrong_state",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 400,
                     *       "title": "Not possible in the present state",
                     *       "type": "urn:councilos:error:wrong_state"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_paused_state: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PausedState"];
                };
            };
            /** @description Not possible in the present state */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "wrong_state",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 400,
                     *       "title": "Not possible in the present state",
                     *       "type": "urn:councilos:error:wrong_state"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    upload_pdf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description At most 50 MB
                     */
                    file: string;
                    /** @description Of a protected PDF */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestedPdf"];
                };
            };
            /** @description Not possible in the present state */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "wrong_state",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 400,
                     *       "title": "Not possible in the present state",
                     *       "type": "urn:councilos:error:wrong_state"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_documents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    upload_document: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description At most 50 MB
                     */
                    file: string;
                    /** @description Of a protected PDF */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description Not possible in the present state */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "wrong_state",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 400,
                     *       "title": "Not possible in the present state",
                     *       "type": "urn:councilos:error:wrong_state"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_document: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    delete_document: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_document_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    list_providers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"][];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_runs: {
        parameters: {
            query?: {
                /** @description Id of a saved council */
                council?: string;
                limit?: number;
                offset?: number;
                /** @description One or more statuses */
                status?: ("pending" | "running" | "completed" | "failed" | "paused" | "cancelled")[] | null;
                /** @description Text in topic or name */
                text?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_run_detail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    delete_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Validation Error */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    run_again: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AgainRequest"] | null;
            };
        };
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description No such thing */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "not_found",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 404,
                     *       "title": "No such thing",
                     *       "type": "urn:councilos:error:not_found"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body or file is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "too_large",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 413,
                     *       "title": "The body or file is too large",
                     *       "type": "urn:councilos:error:too_large"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get_system: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    list_templates: {
        parameters: {
            query?: {
                language?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateItem"][];
                };
            };
            /** @description The API token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "unauthorized",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 401,
                     *       "title": "The API token is missing or wrong",
                     *       "type": "urn:councilos:error:unauthorized"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Host or Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "refused",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 403,
                     *       "title": "Host or Origin is not allowed",
                     *       "type": "urn:councilos:error:refused"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A value is wrong; `errors` names each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "invalid_input",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 422,
                     *       "title": "A value is wrong; `errors` names each",
                     *       "type": "urn:councilos:error:invalid_input"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database cannot be reached at the moment */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "storage_unavailable",
                     *       "detail": "A sentence that says what is wrong and what to do.",
                     *       "errors": [],
                     *       "status": 503,
                     *       "title": "The database cannot be reached at the moment",
                     *       "type": "urn:councilos:error:storage_unavailable"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
}
