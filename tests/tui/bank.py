"""A small bank for the screens: one question of each type, with everything a page can show."""

from __future__ import annotations

from datetime import date

from tutor.core.question import (
    Bank,
    Case,
    Concept,
    Domain,
    Exam,
    Option,
    Prompt,
    Question,
    Reference,
    Source,
    Task,
    Trap,
)

GUIDE = Reference(
    "SageMaker AI developer guide: model parallelism library",
    "https://docs.aws.amazon.com/sagemaker/latest/dg/model-parallel-v2.html",
)

SINGLE = Question(
    id="one-gpu-is-too-small",
    type="single",
    stem="A team wants to train a large language model on a machine with eight identical GPUs.\nOne full copy of the "
    "network, with its gradients and optimizer state, needs more memory\nthan any single GPU has, so training stops "
    "with an *out-of-memory* error before the first step completes.",
    ask="Which approach to distributed training removes the cause of the failure?",
    options=(
        Option(
            "data-parallel",
            "Data parallelism",
            tempting="It is the usual first step when several GPUs are available, and it does use all eight.",
            why="Each GPU still stores the entire network; only the batch is divided, so the limit is hit again.",
            right_when="One copy fits on a device and the goal is more samples per second.",
            concept="training.data-parallelism",
            trap="data-vs-model-parallel",
        ),
        Option(
            "tuning",
            "Hyperparameter tuning",
            tempting="A smaller batch size is a hyperparameter, and a familiar cure for memory errors.",
            why="It searches over settings; it never places parts of a network on different GPUs.",
            right_when="The network trains, and accuracy has to improve.",
        ),
        Option(
            "autopilot",
            "SageMaker Autopilot",
            tempting="It promises to run training from end to end without code.",
            why="It builds models for tabular data and has no means to shard a network.",
            right_when="A model is wanted from a table, with no training script.",
        ),
        Option(
            "model-parallel",
            "Model parallelism",
            True,
            why="It divides the layers (or tensors) over the GPUs, so each stores only a part and the total fits.",
            concept="training.model-parallelism",
        ),
    ),
    concepts=("training.model-parallelism", "training.data-parallelism"),
    traps=("data-vs-model-parallel",),
    explanation="The clue is *memory per GPU*, not speed. Only [[opt:model-parallel]] makes each GPU hold less than "
    "the whole network.\n\n[[opt:data-parallel]] puts a **complete copy** on every device and divides only the batch. "
    "See [[concept:training.model-parallelism]].",
    trap_note='Data parallelism is the habit answer. Ask first: "does one copy fit on one device?"',
    references=(GUIDE,),
    source=Source(note="facts from the developer guide; own wording"),
    facts_as_of=date(2026, 9, 1),
    key_hash="k1",
    text_hash="t1",
)

MULTIPLE = Question(
    id="private-endpoint",
    type="multiple",
    stem="A company serves a fraud model from a SageMaker AI real-time endpoint. Traffic between the application, "
    "which runs in private subnets of a VPC, and the endpoint must never cross the public internet, and only the "
    "application's role may call it.",
    ask="Which combination of steps meets these requirements with the least operational overhead?",
    options=(
        Option(
            "interface-endpoint",
            "Create an interface VPC endpoint for the SageMaker Runtime API in the application's subnets and turn on "
            "private DNS for it.",
            True,
            why="Calls stay on the AWS network.",
        ),
        Option(
            "gateway-endpoint",
            "Create a gateway VPC endpoint for SageMaker and add it to the route tables of the private subnets.",
            tempting="Gateway endpoints are free and known from Amazon S3.",
            why="Gateway endpoints exist only for Amazon S3 and DynamoDB.",
            right_when="The service is Amazon S3 or DynamoDB.",
        ),
        Option(
            "policy",
            "Attach an endpoint policy that allows sagemaker:InvokeEndpoint to the application's role only.",
            True,
            why="The endpoint policy decides who may call through it.",
        ),
        Option(
            "nat",
            "Route the traffic through a NAT gateway with an Elastic IP address and allow only that address in a "
            "resource policy of the endpoint.",
            tempting="One fixed address is easy to allow.",
            why="A NAT gateway leads to the public internet.",
            right_when="Private hosts have to reach a public service.",
        ),
        Option(
            "isolation",
            "Turn on network isolation for the model container so that it cannot make outbound calls.",
            tempting="The name sounds like what is asked.",
            why="It limits what the container can call, not who calls the endpoint.",
            right_when="A third-party container must not send data out.",
        ),
    ),
    concepts=("security.vpc-endpoints",),
    case="fraud-platform",
    key_hash="k2",
    text_hash="t2",
)

ORDERING = Question(
    id="order-basic-training-steps",
    type="ordering",
    ask="In which order are these steps done?",
    options=(
        Option("fit", "Fit the model on the training part", position=2),
        Option("split", "Split the data", position=1, why="Before anything is learnt from the data."),
        Option("test", "Measure on the held-out part", position=3),
        Option("leak", "Measure on the training part only", why="It says nothing about new data."),
    ),
    concepts=("training.workflow",),
    key_hash="k3",
    text_hash="t3",
)

MATCHING = Question(
    id="match-parallelism-to-symptom",
    type="matching",
    ask="Match each situation to the method.",
    prompts=(
        Prompt("does-not-fit", "One copy does not fit on a device", "model-parallel"),
        Prompt("fits-but-slow", "One copy fits, training is too slow", "data-parallel"),
    ),
    options=(
        Option("data-parallel", "Data parallelism", why="More samples per second."),
        Option("model-parallel", "Model parallelism", why="Each device holds a part."),
        Option("pruning", "Pruning"),
    ),
    concepts=("training.model-parallelism",),
    key_hash="k4",
    text_hash="t4",
)

QUESTIONS = (SINGLE, MULTIPLE, ORDERING, MATCHING)

EXAM = Exam(
    code="mla-c02",
    name="AWS Certified Machine Learning Engineer - Associate",
    domains=(Domain("2", "ML model development", 26.0),),
    tasks=(Task("2.2", "2", "Train and refine models"),),
)

BANK = Bank(
    questions={q.id: q for q in QUESTIONS},
    concepts={
        "training.data-parallelism": Concept(
            "training.data-parallelism",
            "Data parallelism",
            definition="Every device holds a whole copy of the network and works on its own part of the batch.",
        ),
        "training.model-parallelism": Concept(
            "training.model-parallelism",
            "Model parallelism",
            definition="Placing different parts of one network on different devices, so that none stores the whole.",
            key_points=("Needed when one copy is larger than one device.", "Costs communication at every step."),
            memory_trick="Model too big? Move the model's parts apart. Data too big? Move the data's parts apart.",
            confusable_with=("training.data-parallelism",),
            references=(GUIDE,),
        ),
        "training.workflow": Concept("training.workflow", "Order of the training steps"),
    },
    traps={
        "data-vs-model-parallel": Trap(
            "data-vs-model-parallel",
            "Data vs model parallelism",
            ("training.data-parallelism", "training.model-parallelism"),
            cue="Whether one copy fits in one device's memory.",
            rule="Copy does not fit: divide the model. Copy fits but is slow: divide the data.",
            cue_b="One copy does not fit, or batch size 1 still fails.",
        )
    },
    cases={"fraud-platform": Case("fraud-platform", "A fraud platform", "A bank scores card payments in real time.")},
    exams={EXAM.code: EXAM},
)
